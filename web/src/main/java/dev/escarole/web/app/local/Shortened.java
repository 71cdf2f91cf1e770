package dev.escarole.web.app.local;

/** What of a caller's text may be repeated in an answer. */
final class Shortened {

  private static final int LONGEST_SHOWN = 80;

  private Shortened() {}

  static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
  }
}
