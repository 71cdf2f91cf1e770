package dev.escarole.recipe.handle;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects the problems of a handle or a call, to report them at once. Confined to one use. */
final class Findings {
  static final Comparator<Problem> BY_PLACE =
      Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

  private final Document document;
  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();

  Findings(Document document) {
    this.document = document;
  }

  void error(String code, String message, @Nullable String hint, String pointer) {
    errors.add(document.error(code, message, hint, pointer));
  }

  void warning(String code, String message, @Nullable String hint, String pointer) {
    warnings.add(document.warning(code, message, hint, pointer));
  }

  void errors(List<Problem> found) {
    errors.addAll(found);
  }

  /** Returns the result of {@code work}; null after a form error, which is recorded. */
  <T> @Nullable T attempt(String pointer, Supplier<@Nullable T> work) {
    try {
      return work.get();
    } catch (FormException wrong) {
      for (FormProblem each : wrong.problems()) {
        String place = each.pointer().isEmpty() ? pointer : each.pointer();
        error(each.code(), each.message(), each.hint(), place);
      }
      return null;
    }
  }

  List<Problem> warnings() {
    return warnings.stream().sorted(BY_PLACE).toList();
  }

  void addAll(Findings other) {
    errors.addAll(other.errors);
  }

  boolean any() {
    return !errors.isEmpty();
  }

  void throwIfAny() {
    if (any()) {
      throw new RecipeException(errors.stream().sorted(BY_PLACE).distinct().toList());
    }
  }
}
