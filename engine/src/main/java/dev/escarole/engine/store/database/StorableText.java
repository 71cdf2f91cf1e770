package dev.escarole.engine.store.database;

/** Makes texts from callers storable: truncated, and without characters that databases reject. */
public final class StorableText {

  private static final char REPLACEMENT = '\uFFFD';

  private StorableText() {}

  /**
   * Returns the first characters of a text, with U+FFFD for NUL and lone surrogates.
   *
   * @param most the maximum number of characters, in UTF-16 units
   */
  public static String of(String text, int most) {
    String cut = text.length() > most ? text.substring(0, most) : text;
    return isOdd(cut) ? repaired(cut) : cut;
  }

  private static boolean isOdd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == 0 || Character.isSurrogate(unit)) {
        return true;
      }
    }
    return false;
  }

  private static String repaired(String text) {
    StringBuilder storable = new StringBuilder(text.length());
    text.codePoints().forEach(c -> storable.appendCodePoint(isStorable(c) ? c : REPLACEMENT));
    return storable.toString();
  }

  private static boolean isStorable(int codePoint) {
    return codePoint != 0
        && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
  }
}
