package dev.escarole.engine.run;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The output of a run as JSON. A field that a type does not know is left out, so that a recipe may
 * say more than before; a number that is missing is an error, not 0.
 */
final class OutputJson {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .findAndAddModules()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** How to configure Jackson is nothing that a caller of this can do. */
  private static final Pattern ADVICE = Pattern.compile(" \\(set DeserializationConfig[^)]*\\)");

  private static final int SHOWN = 60;

  private OutputJson() {}

  static JsonNode read(RunResult result) {
    JsonNode node = read(result, JsonNode.class, "JSON");
    if (node.isMissingNode()) {
      throw new OutputFormatException(
          "the output of run %s of %s is empty, and no JSON"
              .formatted(result.run(), result.recipe()),
          null);
    }
    return node;
  }

  static <T> T read(RunResult result, Class<T> type) {
    return read(result, type, "JSON for " + type.getName());
  }

  private static <T> T read(RunResult result, Class<T> type, String wanted) {
    String text = Objects.requireNonNullElse(result.orThrow().output().value(), "");
    try {
      T value = MAPPER.readValue(text, type);
      if (value != null) {
        return value;
      }
      throw new OutputFormatException(
          "the output of run %s of %s is null, and no %s"
              .formatted(result.run(), result.recipe(), wanted),
          null);
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      throw new OutputFormatException(
          "the output of run %s of %s is no %s%s: %s. It begins with '%s'"
              .formatted(
                  result.run(),
                  result.recipe(),
                  wanted,
                  place == null
                      ? ""
                      : ", line %d, column %d".formatted(place.getLineNr(), place.getColumnNr()),
                  ADVICE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll(""),
                  beginning(text)),
          e);
    }
  }

  private static String beginning(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}
