package dev.escarole.engine.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cause and how many failures it explains. Immutable.
 *
 * @param failures their number
 * @param path of the first of them in plan order
 * @param label of that step; null if it has none
 * @param command the beginning of its command line; empty for a group
 * @param line its first error line; may be empty
 */
public record CauseTally(
    FailureCause cause,
    int failures,
    String path,
    @Nullable String label,
    String command,
    String line) {

  /** The most causes that a run keeps. */
  public static final int MOST = 100;

  private static final int LONGEST_COMMAND = 200;

  /**
   * A failure with its cause.
   *
   * @param argv empty for a group
   * @param line its first error line; may be empty
   */
  public record Failed(
      FailureCause cause, String path, @Nullable String label, List<String> argv, String line) {
    public Failed {
      argv = List.copyOf(argv);
    }

    private CauseTally alone() {
      String command = String.join(" ", argv.subList(0, Math.min(argv.size(), LONGEST_COMMAND)));
      return new CauseTally(
          cause,
          1,
          path,
          label,
          command.codePointCount(0, command.length()) <= LONGEST_COMMAND
              ? command
              : command.substring(0, command.offsetByCodePoints(0, LONGEST_COMMAND)) + "…",
          line);
    }
  }

  private CauseTally withOneMore() {
    return new CauseTally(cause, failures + 1, path, label, command, line);
  }

  /**
   * Groups failures, given in plan order; the most frequent causes first, at most {@link #MOST}.
   */
  public static List<CauseTally> of(List<Failed> failures) {
    Map<FailureCause, CauseTally> found = new LinkedHashMap<>();
    for (Failed each : failures) {
      found.compute(
          each.cause(), (cause, known) -> known == null ? each.alone() : known.withOneMore());
    }
    List<CauseTally> causes = new ArrayList<>(found.values());
    causes.sort(Comparator.comparingInt(CauseTally::failures).reversed());
    return causes.size() <= MOST ? causes : causes.subList(0, MOST);
  }
}
