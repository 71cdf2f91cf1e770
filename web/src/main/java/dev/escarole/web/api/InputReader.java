package dev.escarole.web.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.engine.command.NearestNames;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import io.javalin.http.Context;
import io.javalin.http.UnsupportedMediaTypeResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and checks the inputs of a request, strictly: what is not known is refused. */
final class InputReader {

  private static final int LONGEST_TEXT = 64 << 20;
  private static final int DEEPEST = 200;

  private static final JsonMapper JSON = mapper();

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

  /**
   * All inputs by name.
   *
   * @throws RefusedException if one is unknown, missing or of another form
   */
  static Map<String, Object> read(Context ctx, Operation.Inputs inputs) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Field field : inputs.path()) {
      values.put(field.name(), InputValue.ofText(field, ctx.pathParam(field.name())));
    }
    query(ctx, inputs.query(), values);
    Operation.Payload payload = inputs.payload();
    if (!payload.isNone()) {
      checkType(ctx, payload);
      if (payload.isJson()) {
        body(ctx, payload.fields(), values);
      }
    }
    return values;
  }

  private static void query(Context ctx, List<Field> fields, Map<String, Object> values) {
    Map<String, List<String>> given = ctx.queryParamMap();
    given.keySet().forEach(name -> requireKnown(name, fields, "parameter"));
    for (Field field : fields) {
      List<String> texts = given.getOrDefault(field.name(), List.of());
      if (!texts.isEmpty()) {
        values.put(field.name(), queryValue(field, texts));
      } else if (field.needed()) {
        throw missing(field, "parameter");
      }
    }
  }

  private static Object queryValue(Field field, List<String> texts) {
    if (field.kind() == Field.Kind.TEXTS) {
      List<String> all = new ArrayList<>();
      texts.forEach(text -> all.add((String) InputValue.ofText(field, text)));
      return all;
    }
    if (texts.size() > 1) {
      throw InputValue.bad(
          RefusalCode.REPEATED, field.name() + " is given more than once", "Give it once.");
    }
    return InputValue.ofText(field, texts.get(0));
  }

  private static void checkType(Context ctx, Operation.Payload payload) {
    boolean empty = ctx.contentLength() == 0 && ctx.header("Transfer-Encoding") == null;
    boolean optional = payload.isJson() && payload.fields().stream().noneMatch(Field::needed);
    if (empty && optional && ctx.contentType() == null) {
      return;
    }
    String type = MediaTypes.bare(ctx.contentType());
    if (!type.equals(payload.type())) {
      throw new UnsupportedMediaTypeResponse(
          "the body must be of type %s, was %s"
              .formatted(payload.type(), type.isEmpty() ? "not said" : "'" + type + "'"));
    }
  }

  private static void body(Context ctx, List<Field> fields, Map<String, Object> values) {
    byte[] bytes = ctx.bodyAsBytes();
    if (bytes.length == 0 && ctx.contentType() == null) {
      return;
    }
    JsonNode document = parse(bytes);
    if (!document.isObject()) {
      throw InputValue.invalid(
          RefusalCode.WRONG_TYPE,
          "the body must be a JSON object",
          "Write {...} with the fields in it.");
    }
    document.fieldNames().forEachRemaining(name -> requireKnown(name, fields, "field"));
    for (Field field : fields) {
      JsonNode value = document.get(field.name());
      if (value != null && !value.isNull()) {
        values.put(field.name(), InputValue.ofJson(field, value));
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
      throw InputValue.bad(
          RefusalCode.BAD_JSON,
          "the body is no JSON, line %d: %s".formatted(line, e.getOriginalMessage()),
          "Send one JSON object in UTF-8.");
    } catch (IOException e) {
      throw InputValue.bad(
          RefusalCode.BAD_JSON, "the body cannot be read", "Send one JSON object in UTF-8.");
    }
  }

  private static void requireKnown(String name, List<Field> fields, String what) {
    List<String> names = fields.stream().map(Field::name).toList();
    if (names.contains(name)) {
      return;
    }
    List<String> nearest = NearestNames.of(name, names);
    String others =
        names.isEmpty() ? "There is none here." : "There are " + String.join(", ", names) + ".";
    String message = "there is no %s '%s'".formatted(what, InputValue.shortened(name));
    String hint =
        nearest.isEmpty() ? others : "Did you mean %s?".formatted(String.join(" or ", nearest));
    throw what.equals("field")
        ? InputValue.invalid(RefusalCode.UNKNOWN_FIELD, message, hint)
        : InputValue.bad(RefusalCode.UNKNOWN_PARAMETER, message, hint);
  }

  private static RefusedException missing(Field field, String what) {
    return InputValue.invalid(
        what.equals("field") ? RefusalCode.MISSING_FIELD : RefusalCode.MISSING_PARAMETER,
        "the %s '%s' is missing".formatted(what, field.name()),
        field.description());
  }
}
