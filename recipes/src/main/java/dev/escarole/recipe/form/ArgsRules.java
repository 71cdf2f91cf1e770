package dev.escarole.recipe.form;

/**
 * What arguments may be.
 *
 * @param callersFlags whether a caller's text may begin like a flag; dangerous, default no
 * @param printable whether control characters are refused, such as those that change how a terminal
 *     shows what follows; default no
 */
public record ArgsRules(boolean callersFlags, boolean printable) {
  /** A caller's text is never a flag. */
  public static final ArgsRules STRICT = new ArgsRules(false, false);
}
