package dev.escarole.web.api;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.command.NearestNames;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;

/** Reads and checks one value. */
final class InputValue {

  private static final int LONGEST_SHOWN = 80;
  private static final ObjectMapper JSON = new ObjectMapper();

  private InputValue() {}

  /** The value of a text in a path or a query. */
  static Object ofText(Field field, String text) {
    refuseNul(field, text);
    return switch (field.kind()) {
      case TEXT, TEXTS -> word(field, text);
      case TIME -> time(field, text);
      case INTEGER -> integer(field, text);
      case FLAG -> flag(field, text);
      case BASE64, OBJECT ->
          throw new IllegalStateException("BUG: " + field.name() + " can only be in a body");
    };
  }

  /** No database can look for it. */
  static void refuseNul(Field field, String text) {
    if (text.indexOf('\0') >= 0) {
      throw bad(
          RefusalCode.NUL_CHARACTER,
          "'%s' holds a NUL character".formatted(field.name()),
          "Nothing here has such a name.");
    }
  }

  /** The value in a body. */
  static Object ofJson(Field field, JsonNode value) {
    return switch (field.kind()) {
      case TEXT -> word(field, text(field, value));
      case BASE64 -> base64(field, text(field, value));
      case TIME -> time(field, text(field, value));
      case INTEGER -> inRange(field, whole(field, value));
      case FLAG -> {
        require(value.isBoolean(), field, "true or false");
        yield value.booleanValue();
      }
      case OBJECT -> {
        require(value.isObject(), field, "an object");
        yield JSON.convertValue(value, new TypeReference<LinkedHashMap<String, Object>>() {});
      }
      case TEXTS -> texts(field, value);
    };
  }

  private static String text(Field field, JsonNode value) {
    require(value.isTextual(), field, "a text");
    return value.textValue();
  }

  private static long whole(Field field, JsonNode value) {
    require(value.isIntegralNumber() && value.canConvertToLong(), field, "a whole number");
    return value.longValue();
  }

  private static List<String> texts(Field field, JsonNode value) {
    require(value.isArray(), field, "a list of texts");
    List<String> all = new ArrayList<>();
    for (JsonNode element : value) {
      all.add(word(field, text(field, element)));
    }
    return all;
  }

  private static void require(boolean fits, Field field, String what) {
    if (!fits) {
      throw invalid(
          RefusalCode.WRONG_TYPE,
          "'%s' must be %s".formatted(field.name(), what),
          field.description());
    }
  }

  /** A text, which must be one of the words if the field has any. */
  static String word(Field field, String text) {
    if (field.words().isEmpty() || field.words().contains(text)) {
      return text;
    }
    List<String> nearest = NearestNames.of(text, field.words());
    throw invalid(
        RefusalCode.UNKNOWN_WORD,
        "'%s' must not be '%s'".formatted(field.name(), shortened(text)),
        nearest.isEmpty()
            ? "There are " + String.join(", ", field.words()) + "."
            : "Did you mean " + String.join(" or ", nearest) + "?");
  }

  private static Instant time(Field field, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw invalid(
          RefusalCode.BAD_TIME,
          "'%s' is no time: '%s'".formatted(field.name(), shortened(text)),
          "Write a time in UTC, such as 2026-11-21T23:15:02Z.");
    }
  }

  private static long integer(Field field, String text) {
    try {
      return inRange(field, Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw invalid(
          RefusalCode.BAD_NUMBER,
          "'%s' is no whole number: '%s'".formatted(field.name(), shortened(text)),
          field.description());
    }
  }

  private static long inRange(Field field, long value) {
    Field.Range range = field.range();
    if (range != null && (value < range.least() || value > range.most())) {
      throw invalid(
          RefusalCode.OUT_OF_RANGE,
          "'%s' must be %d to %d, was %d"
              .formatted(field.name(), range.least(), range.most(), value),
          field.description());
    }
    return value;
  }

  private static boolean flag(Field field, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw invalid(
          RefusalCode.BAD_FLAG,
          "'%s' must be true or false, was '%s'".formatted(field.name(), shortened(text)),
          field.description());
    }
    return text.equals("true");
  }

  private static byte[] base64(Field field, String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw invalid(
          RefusalCode.BAD_BASE64, "'%s' is no Base64".formatted(field.name()), field.description());
    }
  }

  /** What may be repeated in an answer of a text that came with a request. */
  static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
  }

  static RefusedException bad(RefusalCode code, String message, String hint) {
    return new RefusedException(code, message, hint);
  }

  static RefusedException invalid(RefusalCode code, String message, String hint) {
    return new RefusedException(code, message, hint);
  }
}
