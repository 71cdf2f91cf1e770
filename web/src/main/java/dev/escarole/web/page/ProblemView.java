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
   * The file that a page shows. Problems may also be in files that it imports.
   *
   * @param path as problems name it
   */
  public record ShownFile(String path, String source) {
    private SourceExcerpt.@Nullable Line line(Problem problem) {
      return path.equals(problem.file()) ? SourceExcerpt.line(problem, source).orElse(null) : null;
    }
  }

  /** Findings of the application in the same order. */
  public static List<ProblemView> all(List<Finding> findings, Severity severity, ShownFile file) {
    return all(findings.stream().map(each -> each.problem(severity)).toList(), file);
  }

  /** Several problems in the same order. */
  public static List<ProblemView> all(List<Problem> problems, ShownFile file) {
    return problems.stream().map(each -> new ProblemView(each, file.line(each))).toList();
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
