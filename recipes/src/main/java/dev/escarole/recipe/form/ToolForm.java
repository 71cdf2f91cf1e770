package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormProblem;
import dev.escarole.recipe.form.value.FormValue;
import java.util.List;
import java.util.Optional;

/**
 * A Tool Form: JSON that computes a value from the arguments of a call. Parsed once, evaluated many
 * times. Immutable and thread-safe.
 */
public final class ToolForm {
  private final FormNode root;
  private final FormSettings settings;
  private final List<FormProblem> warnings;

  private ToolForm(FormNode root, FormSettings settings, List<FormProblem> warnings) {
    this.root = root;
    this.settings = settings;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads a form.
   *
   * @throws FormException listing every error in it
   */
  public static ToolForm parse(FormValue source, FormSettings settings) {
    FormParser parser = new FormParser(settings);
    FormNode root = parser.parse(source);
    return new ToolForm(root, settings, parser.warnings());
  }

  /**
   * Evaluates the form; empty if the value is undefined. Values from the arguments are never
   * evaluated.
   *
   * @throws FormException if evaluation fails or exceeds a limit; its messages never quote the
   *     arguments
   */
  public Optional<FormValue> evaluate(FormValue arguments) {
    return evaluate(arguments, () -> {});
  }

  /**
   * Evaluates the form, as the other {@code evaluate}.
   *
   * @param pace called regularly during evaluation; throws to stop it
   */
  public Optional<FormValue> evaluate(FormValue arguments, Runnable pace) {
    Budget budget = new Budget(settings.limits(), pace);
    try {
      FormValue value = root.evaluate(new Query.Scope(arguments, budget)).single();
      if (value != null) {
        budget.output(value);
      }
      return Optional.ofNullable(value);
    } catch (FormException wrong) {
      throw wrong.at(settings.pointer());
    }
  }

  /** The value, if it is constant. */
  public Optional<FormValue> constant() {
    return Optional.ofNullable(root.constant());
  }

  /** The warnings, in document order. */
  public List<FormProblem> warnings() {
    return warnings;
  }
}
