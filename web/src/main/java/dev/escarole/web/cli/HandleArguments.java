package dev.escarole.web.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.recipe.handle.CommandHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The arguments that a handle is called with, as the command line gives them. */
final class HandleArguments {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = {
        "Gives the handle an argument; may be repeated. Wins over --args.",
        "Where the handle's parameters ask for something else than a string, VALUE is JSON."
      })
  private List<String> single = new ArrayList<>();

  @Option(
      names = "--args",
      paramLabel = "FILE",
      description = "Gives the handle the arguments of an object in a JSON or YAML file.")
  private @Nullable Path file;

  /** All arguments, by name. */
  Map<String, Object> of(CommandHandle handle) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (file != null) {
      all.putAll(ValuesFile.read(file));
    }
    Set<String> seen = new HashSet<>();
    for (String each : single) {
      int equals = each.indexOf('=');
      if (equals <= 0 || !seen.add(each.substring(0, equals))) {
        throw new UsageException(
            "bad-argument",
            "--arg " + Texts.plain(each) + " is not of the form NAME=VALUE, or names one twice",
            "Write --arg name=value once for each name; use --args for lists and objects.");
      }
      String name = each.substring(0, equals);
      all.put(name, value(each.substring(equals + 1), type(handle, name)));
    }
    return all;
  }

  private static @Nullable Object type(CommandHandle handle, String name) {
    Object properties =
        handle.parameters() instanceof Map<?, ?> schema ? schema.get("properties") : null;
    Object property = properties instanceof Map<?, ?> all ? all.get(name) : null;
    return property instanceof Map<?, ?> schema ? schema.get("type") : null;
  }

  /** What is no JSON stays text, so that the handle's parameters say what is wrong with it. */
  private static Object value(String text, @Nullable Object type) {
    boolean mayBeText = type instanceof List<?> types && types.contains("string");
    if (type == null || type.equals("string") || mayBeText) {
      return text;
    }
    try {
      Object value = JSON.readValue(text, Object.class);
      return value == null ? text : value;
    } catch (JsonProcessingException notJson) {
      return text;
    }
  }
}
