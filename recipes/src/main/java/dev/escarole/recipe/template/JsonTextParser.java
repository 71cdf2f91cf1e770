package dev.escarole.recipe.template;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small strict JSON parser for values given as text. Unlike the parser of recipe files, it has no
 * positions and no error messages.
 */
final class JsonTextParser {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at;
  private int depth;

  JsonTextParser(String text) {
    this.text = text;
  }

  /** The value of the whole text; null if it is not valid JSON (or is {@code null}). */
  @Nullable Object document() {
    try {
      Object value = value();
      blanks();
      return at == text.length() ? value : null;
    } catch (NotJson notJson) {
      return null;
    }
  }

  private @Nullable Object value() {
    blanks();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    open();
    while (!closes('}', object.isEmpty())) {
      blanks();
      String key = string();
      blanks();
      expect(':');
      if (object.containsKey(key)) {
        throw new NotJson();
      }
      object.put(key, value());
    }
    return object;
  }

  private List<@Nullable Object> array() {
    List<@Nullable Object> array = new ArrayList<>();
    open();
    while (!closes(']', array.isEmpty())) {
      array.add(value());
    }
    return array;
  }

  private void open() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw new NotJson();
    }
  }

  private boolean closes(char end, boolean first) {
    blanks();
    if (peek() == end) {
      at++;
      depth--;
      return true;
    }
    if (!first) {
      expect(',');
    }
    return false;
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw new NotJson();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw new NotJson();
    };
  }

  private char unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() > 'f') {
        throw new NotJson();
      }
      code = code * 16 + digit;
      at++;
    }
    return (char) code;
  }

  private @Nullable Object word(String word, @Nullable Object meaning) {
    if (!text.startsWith(word, at)) {
      throw new NotJson();
    }
    at += word.length();
    return meaning;
  }

  private Object number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String written = text.substring(start, at);
    BigDecimal number = isJsonNumber(written) ? PlainValue.parseDecimal(written) : null;
    if (number == null) {
      throw new NotJson();
    }
    return number.scale() == 0 && number.precision() < 19 ? (Object) number.longValue() : number;
  }

  private static boolean isJsonNumber(String written) {
    String digits = written.startsWith("-") ? written.substring(1) : written;
    boolean startsWithDigit = !digits.isEmpty() && Character.isDigit(digits.charAt(0));
    boolean leadingZero =
        digits.length() > 1 && digits.charAt(0) == '0' && Character.isDigit(digits.charAt(1));
    int point = digits.indexOf('.');
    boolean digitAfterPoint =
        point < 0 || (point + 1 < digits.length() && Character.isDigit(digits.charAt(point + 1)));
    return startsWithDigit && !leadingZero && digitAfterPoint;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw new NotJson();
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw new NotJson();
    }
    at++;
  }

  private static final class NotJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotJson() {
      super(null, null, false, false);
    }
  }
}
