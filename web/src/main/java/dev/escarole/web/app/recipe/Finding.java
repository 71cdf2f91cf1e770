package dev.escarole.web.app.recipe;

import dev.escarole.recipe.Problem;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An error or a warning at one place of a recipe. */
public record Finding(
    String code,
    String message,
    @Nullable String hint,
    @Nullable String file,
    @Nullable Integer line,
    @Nullable Integer column,
    @Documented("JSON pointer.") String pointer) {

  /** A problem as replies show it. */
  public static Finding of(Problem problem) {
    return new Finding(
        problem.code(),
        problem.message(),
        problem.hint(),
        problem.file(),
        problem.line() == 0 ? null : problem.line(),
        problem.column() == 0 ? null : problem.column(),
        problem.pointer());
  }

  /** Several, in the same order. */
  public static List<Finding> all(List<Problem> problems) {
    return problems.stream().map(Finding::of).toList();
  }

  /** The problem again, as the side of the engine has it. */
  public Problem problem(dev.escarole.recipe.Severity severity) {
    return new Problem(
        severity,
        code,
        message,
        hint,
        new dev.escarole.recipe.Location(
            file, line == null ? 0 : line, column == null ? 0 : column, pointer));
  }
}
