package dev.escarole.web.api;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.VerbInput;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;

/** Reads and checks one value. */
final class InputValue {

  private static final ObjectMapper JSON = new ObjectMapper();

  private InputValue() {}

  static Object ofText(VerbInput field, String text) {
    field.check(text);
    return switch (field.kind()) {
      case TEXT, TEXTS -> text;
      case TIME -> time(field, text);
      case INTEGER -> integer(field, text);
      case FLAG -> flag(field, text);
      case BASE64, OBJECT ->
          throw new IllegalStateException("BUG: " + field.name() + " can only be in a body");
    };
  }

  static Object ofJson(VerbInput field, JsonNode value) {
    return switch (field.kind()) {
      case TEXT -> fitting(field, text(field, value));
      case BASE64 -> base64(field, text(field, value));
      case TIME -> time(field, text(field, value));
      case INTEGER -> fitting(field, whole(field, value));
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
      all.add(fitting(field, text(field, element)));
    }
    return all;
  }

  private static void require(boolean fits, VerbInput field, String what) {
    if (!fits) {
      throw field.wrong(
          RefusalCode.WRONG_TYPE,
          "'%s' must be %s".formatted(field.name(), what),
          field.description());
    }
  }

  private static <T> T fitting(VerbInput field, T value) {
    field.check(value);
    return value;
  }

  private static Instant time(VerbInput field, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw field.wrong(
          RefusalCode.BAD_TIME,
          "'%s' is not a time: '%s'".formatted(field.name(), VerbInput.shortened(text)),
          "Write a time in UTC, such as 2026-11-21T23:15:02Z.");
    }
  }

  private static long integer(VerbInput field, String text) {
    try {
      return fitting(field, Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw field.wrong(
          RefusalCode.BAD_NUMBER,
          "'%s' is not a whole number: '%s'".formatted(field.name(), VerbInput.shortened(text)),
          field.description());
    }
  }

  private static boolean flag(VerbInput field, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw field.wrong(
          RefusalCode.BAD_FLAG,
          "'%s' must be true or false, was '%s'".formatted(field.name(), VerbInput.shortened(text)),
          field.description());
    }
    return text.equals("true");
  }

  private static byte[] base64(VerbInput field, String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw field.wrong(
          RefusalCode.BAD_BASE64,
          "'%s' is not valid Base64".formatted(field.name()),
          field.description());
    }
  }
}
