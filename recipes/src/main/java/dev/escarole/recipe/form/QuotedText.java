package dev.escarole.recipe.form;

/** Parses a quoted text in a query (RFC 9535, section 2.3.1.1). */
final class QuotedText {
  private static final int HEX_DIGITS = 4;

  private final Cursor in;
  private final StringBuilder text = new StringBuilder();

  QuotedText(Cursor in) {
    this.in = in;
  }

  String read() {
    char quote = in.next();
    for (char c = in.next(); c != quote; c = in.next()) {
      if (c < ' ') {
        throw in.wrong("has a control character in quotes", "Write it as \\u with four digits.");
      }
      if (c == '\\') {
        escape(quote);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private void escape(char quote) {
    char c = in.next();
    switch (c) {
      case 'b' -> text.append('\b');
      case 'f' -> text.append('\f');
      case 'n' -> text.append('\n');
      case 'r' -> text.append('\r');
      case 't' -> text.append('\t');
      case '/', '\\' -> text.append(c);
      case 'u' -> unicode();
      default -> {
        if (c != quote) {
          throw in.wrong("has an unknown escape '\\" + c + "'");
        }
        text.append(c);
      }
    }
  }

  private void unicode() {
    char first = hex();
    if (Character.isLowSurrogate(first)) {
      throw in.wrong("has half of a surrogate pair");
    }
    text.append(first);
    if (Character.isHighSurrogate(first)) {
      in.expect("\\u");
      char second = hex();
      if (!Character.isLowSurrogate(second)) {
        throw in.wrong("has half of a surrogate pair");
      }
      text.append(second);
    }
  }

  private char hex() {
    int code = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
      char c = in.next();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw in.wrong("has a bad \\u escape");
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }
}
