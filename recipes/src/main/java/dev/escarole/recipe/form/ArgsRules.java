package dev.escarole.recipe.form;

/**
 * Rules for arguments.
 *
 * @param callersFlags whether a caller's text may start like a flag; dangerous, default no
 * @param printable whether control characters, such as terminal escapes, are rejected; default no
 */
public record ArgsRules(boolean callersFlags, boolean printable) {
  /** A caller's text is never a flag. */
  public static final ArgsRules STRICT = new ArgsRules(false, false);
}
