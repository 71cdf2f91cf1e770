package dev.escarole.engine.rehearsal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a test of a recipe ended. Immutable.
 *
 * @param name its name in its file
 * @param status word of the run's status; null if the recipe could not be launched, or the run does
 *     not end
 * @param attempts number of commands that ran, or were played
 * @param simulatedMillis how long the run took on the test's own clock
 * @param mismatches what was not as expected, at most {@value #MOST}; none if the test passed
 * @param more number of mismatches that are not listed
 */
public record TestOutcome(
    String name,
    @Nullable String status,
    int attempts,
    long simulatedMillis,
    List<Mismatch> mismatches,
    int more) {

  /** Maximum number of listed mismatches. */
  public static final int MOST = 50;

  public TestOutcome {
    mismatches = List.copyOf(mismatches);
  }

  static TestOutcome of(
      String name,
      @Nullable String status,
      int attempts,
      long simulatedMillis,
      List<Mismatch> found) {
    int listed = Math.min(found.size(), MOST);
    return new TestOutcome(
        name, status, attempts, simulatedMillis, found.subList(0, listed), found.size() - listed);
  }

  /** Whether everything was as expected. */
  public boolean passed() {
    return mismatches.isEmpty();
  }
}
