package dev.escarole.recipe.template;

import java.util.BitSet;

/**
 * Text of a field, where a backslash means something only before a brace: of backslashes that stand
 * there each second one is kept, and one that is left over keeps the brace.
 *
 * @param text without the backslashes that did so
 * @param kept where the braces stand that were kept
 */
record Unescaped(String text, BitSet kept) {

  static Unescaped of(String written) {
    BitSet kept = new BitSet(0);
    if (written.indexOf('\\') < 0) {
      return new Unescaped(written, kept);
    }
    StringBuilder text = new StringBuilder(written.length());
    int backslashes = 0;
    for (int at = 0; at < written.length(); at++) {
      char c = written.charAt(at);
      if (c == '{' || c == '}') {
        text.setLength(text.length() - (backslashes + 1) / 2);
        kept.set(text.length(), backslashes % 2 == 1);
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
      text.append(c);
    }
    return new Unescaped(text.toString(), kept);
  }
}
