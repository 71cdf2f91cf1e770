package dev.escarole.web.page.words;

import org.jspecify.annotations.Nullable;

/** Messages as sentences of a page. */
public final class Sentences {

  private Sentences() {}

  /** The message with a capital at its beginning and a full stop at its end. */
  public static String of(@Nullable String message) {
    if (message == null || message.isBlank()) {
      return "";
    }
    String text = message.strip();
    boolean ends = ".!?".indexOf(text.charAt(text.length() - 1)) >= 0;
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + (ends ? "" : ".");
  }
}
