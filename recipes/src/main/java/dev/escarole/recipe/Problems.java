package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the problems of one file, to report them all at once. Confined to one reading. */
final class Problems {
  /** Each is shown with an excerpt of the text, so more would not be useful. */
  private static final int MOST_REPORTED = 1_000;

  private final @Nullable String file;
  private final List<Problem> all = new ArrayList<>();
  private final Deadline deadline;

  Problems(@Nullable String file) {
    this(file, Deadline.NONE);
  }

  Problems(@Nullable String file, Deadline deadline) {
    this.file = file;
    this.deadline = deadline;
  }

  /** Checks the deadline; called for each node and each problem. */
  void pace() {
    deadline.run();
  }

  void error(String code, String message, @Nullable String hint, Place place) {
    add(Severity.ERROR, code, message, hint, place);
  }

  void warning(String code, String message, @Nullable String hint, Place place) {
    add(Severity.WARNING, code, message, hint, place);
  }

  /** Adds every error in {@code found}. */
  void errors(TemplateException found, Place place) {
    for (TemplateException each : found.problems()) {
      error(each.code(), each.message(), each.hint(), place);
    }
  }

  /** Adds the warnings about a text. */
  void warnings(Text text, Place place) {
    for (TemplateException each : text.warnings()) {
      warning(each.code(), each.message(), each.hint(), place);
    }
  }

  /** Adds problems found earlier. */
  void addAll(List<Problem> found) {
    all.addAll(found);
  }

  void add(Severity severity, String code, String message, @Nullable String hint, Place place) {
    pace();
    Location location =
        new Location(file, place.mark().line(), place.mark().column(), place.pointer());
    all.add(new Problem(severity, code, message, hint, location));
  }

  /** Returns the exception that reports this error and those found before it. */
  RecipeException fatal(String code, String message, @Nullable String hint, Mark mark) {
    error(code, message, hint, new Place("", mark));
    return new RecipeException(errors());
  }

  boolean hasErrors() {
    return all.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
  }

  List<Problem> errors() {
    return inOrder(Severity.ERROR);
  }

  List<Problem> warnings() {
    return inOrder(Severity.WARNING);
  }

  private List<Problem> inOrder(Severity severity) {
    Set<Problem> distinct = new LinkedHashSet<>();
    all.stream()
        .filter(problem -> problem.severity() == severity)
        .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
        .forEach(
            problem -> {
              if (distinct.size() < MOST_REPORTED) {
                distinct.add(problem);
              }
            });
    return List.copyOf(distinct);
  }
}
