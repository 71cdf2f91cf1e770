package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;

/**
 * Settings for reading and evaluating a form.
 *
 * @param limits limits of its cost
 * @param argsRules rules of the {@code args} encoding
 * @param pointer JSON pointer of the form in its document, and the base of problem positions
 * @param document the document of the form, for {@code $include}
 * @param pace called regularly during parsing; throws to stop it
 */
public record FormSettings(
    FormLimits limits, ArgsRules argsRules, String pointer, FormValue document, Runnable pace) {

  /** Default limits, strict arguments, and a form that is a whole document. */
  public static FormSettings defaults() {
    return new FormSettings(
        FormLimits.DEFAULTS,
        ArgsRules.STRICT,
        "",
        new FormValue.Null(Provenance.LITERAL),
        () -> {});
  }

  /** The same settings for a form at another place of the document. */
  public FormSettings at(String place) {
    return new FormSettings(limits, argsRules, place, document, pace);
  }
}
