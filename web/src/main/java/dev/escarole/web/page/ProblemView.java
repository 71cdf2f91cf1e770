package dev.escarole.web.page;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.SourceExcerpt;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something wrong or doubtful as people are shown it. Immutable; all is text, to be escaped.
 *
 * @param severity {@code error} or {@code warning}
 * @param place such as {@code census.yaml:3:5}; the file alone where the place is unknown
 * @param line of the source that it is about; null where that is not at hand
 */
public record ProblemView(
    String severity,
    String code,
    String message,
    @Nullable String hint,
    String place,
    SourceExcerpt.@Nullable Line line) {

  /**
   * A problem.
   *
   * @param source the text of the file that it is about; empty when it is not at hand
   */
  public static ProblemView of(Problem problem, String source) {
    return new ProblemView(
        problem.severity().word(),
        problem.code(),
        problem.message(),
        problem.hint(),
        problem.location().toString(),
        SourceExcerpt.line(problem, source).orElse(null));
  }

  /** Several problems in the same order. */
  public static List<ProblemView> all(List<Problem> problems, String source) {
    Function<Problem, ProblemView> view = problem -> of(problem, source);
    return problems.stream().map(view).toList();
  }

  /** Whether the recipe cannot be used because of it. */
  public boolean isError() {
    return severity.equals("error");
  }

  /** The line's number, a bar and the line. */
  public String excerpt() {
    return line == null ? "" : line.number() + " | " + line.text();
  }

  /** What stands below it, up to the caret. */
  public String beforeCaret() {
    return line == null
        ? ""
        : " ".repeat(String.valueOf(line.number()).length()) + " | " + line.indent();
  }
}
