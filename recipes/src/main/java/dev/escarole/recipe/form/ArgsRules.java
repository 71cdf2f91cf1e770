package dev.escarole.recipe.form;

/**
 * What arguments may be.
 *
 * @param callersFlags whether a caller's text may begin like a flag; dangerous, default no
 */
public record ArgsRules(boolean callersFlags) {
  /** A caller's text is never a flag. */
  public static final ArgsRules STRICT = new ArgsRules(false);
}
