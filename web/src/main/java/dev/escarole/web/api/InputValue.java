package dev.escarole.web.api;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.command.NearestNames;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInput;
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
  static Object ofText(VerbInput field, String text) {
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
  static void refuseNul(VerbInput field, String text) {
    if (text.indexOf('\0') >= 0) {
      throw wrong(
          RefusalCode.NUL_CHARACTER,
          field,
          "'%s' holds a NUL character".formatted(field.name()),
          "Nothing here has such a name.");
    }
  }

  /** The value in a body. */
  static Object ofJson(VerbInput field, JsonNode value) {
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

  private static String text(VerbInput field, JsonNode value) {
    require(value.isTextual(), field, "a text");
    return value.textValue();
  }

  private static long whole(VerbInput field, JsonNode value) {
    require(value.isIntegralNumber() && value.canConvertToLong(), field, "a whole number");
    return value.longValue();
  }

  private static List<String> texts(VerbInput field, JsonNode value) {
    require(value.isArray(), field, "a list of texts");
    List<String> all = new ArrayList<>();
    for (JsonNode element : value) {
      all.add(word(field, text(field, element)));
    }
    return all;
  }

  private static void require(boolean fits, VerbInput field, String what) {
    if (!fits) {
      throw wrong(
          RefusalCode.WRONG_TYPE,
          field,
          "'%s' must be %s".formatted(field.name(), what),
          field.description());
    }
  }

  /** A text, which must be one of the words if the field has any. */
  static String word(VerbInput field, String text) {
    if (field.words().isEmpty() || field.words().contains(text)) {
      return text;
    }
    List<String> nearest = NearestNames.of(text, field.words());
    throw wrong(
        RefusalCode.UNKNOWN_WORD,
        field,
        "'%s' must not be '%s'".formatted(field.name(), shortened(text)),
        nearest.isEmpty()
            ? "There are " + String.join(", ", field.words()) + "."
            : "Did you mean " + String.join(" or ", nearest) + "?");
  }

  private static Instant time(VerbInput field, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw wrong(
          RefusalCode.BAD_TIME,
          field,
          "'%s' is no time: '%s'".formatted(field.name(), shortened(text)),
          "Write a time in UTC, such as 2026-11-21T23:15:02Z.");
    }
  }

  private static long integer(VerbInput field, String text) {
    try {
      return inRange(field, Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw wrong(
          RefusalCode.BAD_NUMBER,
          field,
          "'%s' is no whole number: '%s'".formatted(field.name(), shortened(text)),
          field.description());
    }
  }

  private static long inRange(VerbInput field, long value) {
    VerbInput.Range range = field.range();
    if (range != null && (value < range.least() || value > range.most())) {
      throw wrong(
          RefusalCode.OUT_OF_RANGE,
          field,
          "'%s' must be %d to %d, was %d"
              .formatted(field.name(), range.least(), range.most(), value),
          field.description());
    }
    return value;
  }

  private static boolean flag(VerbInput field, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw wrong(
          RefusalCode.BAD_FLAG,
          field,
          "'%s' must be true or false, was '%s'".formatted(field.name(), shortened(text)),
          field.description());
    }
    return text.equals("true");
  }

  private static byte[] base64(VerbInput field, String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw wrong(
          RefusalCode.BAD_BASE64,
          field,
          "'%s' is no Base64".formatted(field.name()),
          field.description());
    }
  }

  /** What may be repeated in an answer of a text that came with a request. */
  static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
  }

  private static RefusedException wrong(
      RefusalCode code, VerbInput field, String message, String hint) {
    return RefusedException.of(code, field.name(), message, hint);
  }
}
