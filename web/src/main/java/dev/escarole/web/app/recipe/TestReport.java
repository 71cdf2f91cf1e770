package dev.escarole.web.app.recipe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.rehearsal.TestOutcome;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of tests of recipes. */
public record TestReport(
    @Documented("Tests that were run.") int tests,
    int failed,
    @Documented("Files that could not be used; their tests were not run.") int broken,
    List<TestedFile> files) {

  public TestReport {
    files = List.copyOf(files);
  }

  /** Counts results. */
  public static TestReport of(List<TestedFile> files) {
    return new TestReport(
        files.stream().mapToInt(file -> file.tests().size()).sum(),
        (int)
            files.stream().flatMap(file -> file.tests().stream()).filter(t -> !t.passed()).count(),
        (int) files.stream().filter(file -> !file.errors().isEmpty()).count(),
        files);
  }

  /** Whether all tests passed, and all files could be used. */
  public boolean passed() {
    return failed == 0 && broken == 0;
  }

  /** A file of tests. */
  public record TestedFile(
      String file,
      @Documented("The recipe's file; absent if it was not found.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String recipe,
      List<TestedCase> tests,
      @Documented("Why the file or its recipe could not be used.") List<Finding> errors) {
    public TestedFile {
      tests = List.copyOf(tests);
      errors = List.copyOf(errors);
    }
  }

  /** A test. */
  public record TestedCase(
      String name,
      boolean passed,
      @Documented("How the run ended; absent if it was not launched.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String status,
      @Documented("Commands that ran, or were played.") int attempts,
      @Documented("How long the run took on the test's own clock, in milliseconds.")
          long simulatedMillis,
      @Documented("How long the test took, in milliseconds.") long durationMillis,
      List<Difference> differences,
      @Documented("Differences that are not listed.") int moreDifferences) {
    public TestedCase {
      differences = List.copyOf(differences);
    }

    /** The result of a test that took this long, in milliseconds. */
    public static TestedCase of(TestOutcome outcome, long durationMillis) {
      return new TestedCase(
          outcome.name(),
          outcome.passed(),
          outcome.status(),
          outcome.attempts(),
          outcome.simulatedMillis(),
          durationMillis,
          outcome.mismatches().stream()
              .map(each -> new Difference(each.what(), each.expected(), each.actual()))
              .toList(),
          outcome.more());
    }
  }

  /** Something that was not as expected. */
  public record Difference(
      @Documented("What was looked at, such as 'status'.") String what,
      String expected,
      String actual) {}
}
