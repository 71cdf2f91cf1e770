package dev.escarole.web.page;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.SourceExcerpt;
import dev.escarole.web.app.recipe.Finding;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An error or a warning as pages show it. Immutable; all is text, to be escaped.
 *
 * @param severity {@code error} or {@code warning}
 * @param place such as {@code census.yaml:3:5}; the file alone where the place is unknown
 * @param line of the source that it is about; null if that is not known
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
   * @param source the text of the file that it is about; empty if that is not known
   */
  public static ProblemView of(Problem problem, String source) {
    return of(problem, SourceExcerpt.line(problem, source).orElse(null));
  }

  /**
   * A problem.
   *
   * @param line of the source that it is about; null if that is not known
   */
  public static ProblemView of(Problem problem, SourceExcerpt.@Nullable Line line) {
    return new ProblemView(
        problem.severity().word(),
        problem.code(),
        problem.message(),
        problem.hint(),
        problem.location().toString(),
        line);
  }

  /**
   * Findings of the application in the same order.
   *
   * @param source as above
   */
  public static List<ProblemView> all(List<Finding> findings, Severity severity, String source) {
    return findings.stream().map(each -> of(each.problem(severity), source)).toList();
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
