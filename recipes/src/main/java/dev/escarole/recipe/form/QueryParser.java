package dev.escarole.recipe.form;

import dev.escarole.recipe.form.Query.Segment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses JSONPath queries (RFC 9535, section 2). */
final class QueryParser {
  private static final long LARGEST_INDEX = (1L << 53) - 1;
  private static final int MOST_INDEX_DIGITS = 16;

  private final Cursor in;

  QueryParser(Cursor in) {
    this.in = in;
  }

  /** Parses a query that starts with {@code $} or {@code @}, as far as possible. */
  Query query() {
    boolean fromRoot = in.next() == '$';
    List<Segment> segments = new ArrayList<>();
    for (Segment segment = segment(); segment != null; segment = segment()) {
      segments.add(segment);
    }
    return new Query(fromRoot, segments);
  }

  private @Nullable Segment segment() {
    int start = in.position();
    in.blanks();
    if (in.skip("..")) {
      return new Segment(true, in.peek() == '[' ? bracketed() : List.of(shorthand()));
    }
    if (in.skip(".")) {
      return new Segment(false, List.of(shorthand()));
    }
    if (in.peek() == '[') {
      return new Segment(false, bracketed());
    }
    in.back(start);
    return null;
  }

  private Selector shorthand() {
    if (in.skip("*")) {
      return new Selector.Wildcard();
    }
    int start = in.position();
    while (!in.atEnd() && isNamePart(in.peekCodePoint(), in.position() == start)) {
      in.advance(Character.charCount(in.peekCodePoint()));
    }
    if (in.position() == start) {
      throw in.wrong("needs a name", "Write other names as ['name'].");
    }
    return new Selector.Name(in.since(start));
  }

  static boolean isNamePart(int point, boolean first) {
    boolean letter = (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
    boolean beyondAscii =
        point >= 0x80 && !(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    boolean digit = point >= '0' && point <= '9';
    return letter || point == '_' || beyondAscii || (digit && !first);
  }

  private List<Selector> bracketed() {
    in.expect("[");
    List<Selector> selectors = new ArrayList<>();
    do {
      in.blanks();
      selectors.add(selector());
      in.blanks();
    } while (in.skip(","));
    in.expect("]");
    return selectors;
  }

  private Selector selector() {
    char first = in.peek();
    if (first == '"' || first == '\'') {
      return new Selector.Name(new QuotedText(in).read());
    }
    if (in.skip("*")) {
      return new Selector.Wildcard();
    }
    if (in.skip("?")) {
      in.blanks();
      return new Selector.Where(new FilterParser(in, this).filter());
    }
    return indexOrSlice();
  }

  private Selector indexOrSlice() {
    Long first = integer();
    int behind = in.position();
    in.blanks();
    if (!in.skip(":")) {
      in.back(behind);
      if (first == null) {
        throw in.wrong("needs a selector", "Write ['name'], [0], [1:3], [*] or [?condition].");
      }
      return new Selector.Index(first);
    }
    in.blanks();
    Long end = integer();
    Long step = null;
    int beforeStep = in.position();
    in.blanks();
    if (in.skip(":")) {
      in.blanks();
      step = integer();
    } else {
      in.back(beforeStep);
    }
    return new Selector.Slice(first, end, step == null ? 1 : step);
  }

  private @Nullable Long integer() {
    int start = in.position();
    in.skip("-");
    int digits = in.position();
    while (in.peek() >= '0' && in.peek() <= '9') {
      in.advance(1);
    }
    String written = in.since(digits);
    if (written.isEmpty() && in.position() == start) {
      return null;
    }
    boolean zero = written.startsWith("0") && (written.length() > 1 || digits > start);
    if (written.isEmpty() || zero || written.length() > MOST_INDEX_DIGITS) {
      throw in.wrong("has a bad whole number");
    }
    long number = Long.parseLong(in.since(start));
    if (Math.abs(number) > LARGEST_INDEX) {
      throw in.wrong("has a whole number beyond " + LARGEST_INDEX);
    }
    return number;
  }

  /** Parses a quoted text in a query (RFC 9535, section 2.3.1.1). */
  static final class QuotedText {
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
}
