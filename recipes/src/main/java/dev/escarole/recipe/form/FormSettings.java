package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;

/**
 * How a form is read and evaluated.
 *
 * @param limits what it may cost
 * @param argsRules what the {@code args} encoding lets through
 * @param pointer JSON pointer of the form in its document; problems are placed relative to it
 * @param document the document that the form stands in, for {@code $include}
 * @param pace run now and then while the form is read; ends the reading by throwing
 */
public record FormSettings(
    FormLimits limits, ArgsRules argsRules, String pointer, FormValue document, Runnable pace) {

  /** Default limits, strict arguments, a form that is its own document. */
  public static FormSettings defaults() {
    return new FormSettings(
        FormLimits.DEFAULTS,
        ArgsRules.STRICT,
        "",
        new FormValue.Null(Provenance.LITERAL),
        () -> {});
  }

  /** The same with other limits. */
  public FormSettings withLimits(FormLimits value) {
    return new FormSettings(value, argsRules, pointer, document, pace);
  }

  /** The same with other rules for arguments. */
  public FormSettings withArgsRules(ArgsRules value) {
    return new FormSettings(limits, value, pointer, document, pace);
  }

  /** The same for a form at another place. */
  public FormSettings withPointer(String value) {
    return new FormSettings(limits, argsRules, value, document, pace);
  }

  /** The same for a form in another document. */
  public FormSettings withDocument(FormValue value) {
    return new FormSettings(limits, argsRules, pointer, value, pace);
  }

  /** The same, read at this pace. */
  public FormSettings withPace(Runnable value) {
    return new FormSettings(limits, argsRules, pointer, document, value);
  }
}
