package dev.escarole.web.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.engine.command.NearestNames;
import dev.escarole.web.app.Param;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInput;
import io.javalin.http.Context;
import io.javalin.http.UnsupportedMediaTypeResponse;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and checks the inputs of a request; unknown ones are refused. */
final class InputReader {

  private static final int LONGEST_TEXT = 64 << 20;
  private static final int DEEPEST = 200;

  private static final JsonMapper JSON = mapper();
  private static final ObjectMapper PLAIN = new ObjectMapper();

  private InputReader() {}

  private static JsonMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxStringLength(LONGEST_TEXT)
                .maxNestingDepth(DEEPEST)
                .build());
    return mapper;
  }

  /** All inputs by name; refused if one is unknown, missing or of another form. */
  static Map<String, Object> read(Context ctx, Operation operation) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (VerbInput input : operation.inputs(Param.Where.PATH)) {
      values.put(input.name(), ofText(input, ctx.pathParam(input.name())));
    }
    query(ctx, operation.inputs(Param.Where.QUERY), values);
    for (VerbInput input : operation.inputs(Param.Where.KEY)) {
      String key = ctx.header("Idempotency-Key");
      if (key != null) {
        values.put(input.name(), key);
      }
    }
    if (!operation.bodyType().isEmpty()) {
      checkType(ctx, operation);
      body(ctx, operation.inputs(Param.Where.BODY), values);
      operation
          .inputs(Param.Where.BYTES)
          .forEach(input -> values.put(input.name(), ctx.bodyAsBytes()));
    }
    return values;
  }

  private static void query(Context ctx, List<VerbInput> fields, Map<String, Object> values) {
    Map<String, List<String>> given = ctx.queryParamMap();
    given.keySet().forEach(name -> requireKnown(name, fields, "parameter"));
    for (VerbInput field : fields) {
      List<String> texts = given.getOrDefault(field.name(), List.of());
      if (!texts.isEmpty()) {
        values.put(field.name(), queryValue(field, texts));
      } else if (field.needed()) {
        throw missing(field, "parameter");
      }
    }
  }

  private static Object queryValue(VerbInput field, List<String> texts) {
    if (field.kind() == VerbInput.Kind.TEXTS) {
      List<String> all = new ArrayList<>();
      texts.forEach(text -> all.add((String) ofText(field, text)));
      return all;
    }
    if (texts.size() > 1) {
      throw new RefusedException(
          RefusalCode.REPEATED, field.name() + " is given more than once", "Give it once.");
    }
    return ofText(field, texts.get(0));
  }

  private static void checkType(Context ctx, Operation operation) {
    if (operation.bodyType().equals(MediaTypes.ANY)) {
      return;
    }
    // Without a length and an encoding there is no body.
    boolean empty = ctx.contentLength() <= 0 && ctx.header("Transfer-Encoding") == null;
    boolean optional = operation.inputs().stream().noneMatch(InputReader::isNeededInBody);
    if (empty && optional && ctx.contentType() == null) {
      return;
    }
    String type = MediaTypes.bare(ctx.contentType());
    if (!type.equals(operation.bodyType())) {
      throw new UnsupportedMediaTypeResponse(
          "the body must be of type %s, was %s"
              .formatted(
                  operation.bodyType(), type.isEmpty() ? "without a type" : "'" + type + "'"));
    }
  }

  private static boolean isNeededInBody(VerbInput input) {
    boolean inBody = input.where() == Param.Where.BODY || input.where() == Param.Where.BYTES;
    return inBody && input.needed();
  }

  private static void body(Context ctx, List<VerbInput> fields, Map<String, Object> values) {
    if (fields.isEmpty()) {
      return;
    }
    byte[] bytes = ctx.bodyAsBytes();
    if (bytes.length == 0 && ctx.contentType() == null) {
      return;
    }
    JsonNode document = parse(bytes);
    if (!document.isObject()) {
      throw new RefusedException(
          RefusalCode.WRONG_TYPE,
          "the body must be a JSON object",
          "Write {...} with the fields in it.");
    }
    document.fieldNames().forEachRemaining(name -> requireKnown(name, fields, "field"));
    for (VerbInput field : fields) {
      JsonNode value = document.get(field.name());
      if (value != null && !value.isNull()) {
        values.put(field.name(), ofJson(field, value));
      } else if (field.needed()) {
        throw missing(field, "field");
      }
    }
  }

  private static JsonNode parse(byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new RefusedException(
          RefusalCode.BAD_JSON,
          "the body is not valid JSON, line %d: %s".formatted(line, e.getOriginalMessage()),
          "Send one JSON object in UTF-8.");
    } catch (NumberFormatException e) {
      // Valid JSON, but no number can have it.
      throw new RefusedException(
          RefusalCode.BAD_JSON,
          "the body has a number with too long an exponent",
          "Send it as a text.");
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.BAD_JSON, "the body cannot be read", "Send one JSON object in UTF-8.");
    }
  }

  private static void requireKnown(String name, List<VerbInput> fields, String what) {
    List<String> names = fields.stream().map(VerbInput::name).toList();
    if (names.contains(name)) {
      return;
    }
    List<String> nearest = NearestNames.of(name, names);
    String others =
        names.isEmpty() ? "There is none here." : "There are " + String.join(", ", names) + ".";
    String message = "there is no %s '%s'".formatted(what, VerbInput.shortened(name));
    String hint =
        nearest.isEmpty() ? others : "Did you mean %s?".formatted(String.join(" or ", nearest));
    throw what.equals("field")
        ? new RefusedException(RefusalCode.UNKNOWN_FIELD, message, hint)
        : new RefusedException(RefusalCode.UNKNOWN_PARAMETER, message, hint);
  }

  private static RefusedException missing(VerbInput field, String what) {
    return RefusedException.of(
        what.equals("field") ? RefusalCode.MISSING_FIELD : RefusalCode.MISSING_PARAMETER,
        field.name(),
        "the %s '%s' is missing".formatted(what, field.name()),
        field.description());
  }

  private static Object ofText(VerbInput field, String text) {
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

  private static Object ofJson(VerbInput field, JsonNode value) {
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
        yield PLAIN.convertValue(value, new TypeReference<LinkedHashMap<String, Object>>() {});
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
