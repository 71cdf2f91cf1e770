package dev.escarole.web.agent.acli;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The types of arguments (acli, section 7.2). */
public enum ValueType {
  /** Any text. */
  STRING("a text", "string", "a text"),
  /** A whole number of 64 bits. */
  INTEGER("10", "integer", "an integer, such as 10 or -5"),
  /** A decimal number. */
  NUMBER("3.14", "number", "a number, such as 3.14 or -0.5"),
  /** {@code true} or {@code false}. */
  BOOLEAN("true", "boolean", "true or false"),
  /** Present or absent; takes no value. */
  FLAG("", "boolean", "a text"),
  /** An ISO 8601 date, or date and time. */
  DATETIME("2026-02-02", "string", "an ISO 8601 date, such as 2026-02-02 or 2026-02-02T10:00:00Z"),
  /** Texts separated by commas. */
  ARRAY(
      "a,b",
      "string",
      "texts separated by commas, such as a,b,c, each that holds a comma in double quotes");

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,300}(\\.[0-9]{1,300})?");

  private final String sample;
  private final String jsonType;
  private final String expectation;

  ValueType(String sample, String jsonType, String expectation) {
    this.sample = sample;
    this.jsonType = jsonType;
    this.expectation = expectation;
  }

  /** Returns the word used in help. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String sample() {
    return sample;
  }

  String expectation() {
    return expectation;
  }

  /** Returns the type in JSON Schemas; for an array that of its items. */
  String jsonType() {
    return jsonType;
  }

  /**
   * Parses a text as String, Long, BigDecimal, Boolean or List of String; null if it is invalid.
   */
  @Nullable Object read(String text) {
    return switch (this) {
      case STRING -> text;
      case INTEGER -> integer(text);
      case NUMBER -> DECIMAL.matcher(text).matches() ? new BigDecimal(text) : null;
      case BOOLEAN -> text.equals("true") ? Boolean.TRUE : text.equals("false") ? false : null;
      case FLAG -> null;
      case DATETIME -> isDate(text) ? text : null;
      case ARRAY -> CommaText.parts(text);
    };
  }

  private static @Nullable Long integer(String text) {
    try {
      return WHOLE.matcher(text).matches() ? Long.valueOf(text) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean isDate(String text) {
    return isRead(() -> LocalDate.parse(text))
        || isRead(() -> LocalDateTime.parse(text))
        || isRead(() -> OffsetDateTime.parse(text));
  }

  private static boolean isRead(Runnable reading) {
    try {
      reading.run();
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
