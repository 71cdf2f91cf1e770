package dev.escarole.web.page;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.SourceExcerpt;
import dev.escarole.web.app.recipe.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error or a warning as pages show it; all is text, to be escaped.
 *
 * @param line of the source that it is about; null if that is not known
 */
public record ProblemView(Problem problem, SourceExcerpt.@Nullable Line line) {

  /**
   * Findings of the application in the same order.
   *
   * @param source the text of the file that they are about; empty if that is not known
   */
  public static List<ProblemView> all(List<Finding> findings, Severity severity, String source) {
    return all(findings.stream().map(each -> each.problem(severity)).toList(), source);
  }

  /** Several problems in the same order. */
  public static List<ProblemView> all(List<Problem> problems, String source) {
    return problems.stream()
        .map(each -> new ProblemView(each, SourceExcerpt.line(each, source).orElse(null)))
        .toList();
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
