package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormProblem;
import dev.escarole.recipe.form.value.FormValue;
import java.util.List;
import java.util.Optional;

/**
 * A Tool Form: JSON that makes a value of the arguments of a call. Parsed once, evaluated any
 * number of times. Immutable and safe for use by many threads.
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
   * @throws FormException listing every mistake in it
   */
  public static ToolForm parse(FormValue source, FormSettings settings) {
    FormParser parser = new FormParser(settings);
    FormNode root = parser.parse(source);
    return new ToolForm(root, settings, parser.warnings());
  }

  /**
   * The value for these arguments; empty when it is undefined. What is read from the arguments is
   * never evaluated in turn.
   *
   * @throws FormException when there is no value, or it takes more than the limits allow; its
   *     messages never quote the arguments
   */
  public Optional<FormValue> evaluate(FormValue arguments) {
    return evaluate(arguments, () -> {});
  }

  /**
   * Likewise.
   *
   * @param pace run now and then while the form is evaluated; ends it by throwing
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

  /** The value, if it is the same for all arguments. */
  public Optional<FormValue> constant() {
    return Optional.ofNullable(root.constant());
  }

  /** What is doubtful about the form, in the order of its text. */
  public List<FormProblem> warnings() {
    return warnings;
  }
}
