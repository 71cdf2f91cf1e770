package dev.escarole.web.cli.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Values as the command line gives them: in a file with one JSON or YAML object, or singly. */
public final class ValuesFile {

  private ValuesFile() {}

  /**
   * The values by name; a null counts as absent.
   *
   * @param located the same file as this process has to open it
   */
  public static Map<String, Object> read(Path file, Path located) {
    String text = text(file, located);
    boolean yaml = isYaml(file) || (!isJson(file) && !text.stripLeading().startsWith("{"));
    Object document = yaml ? Yaml.read(text, file) : json(text, file);
    if (!(document instanceof Map<?, ?> object)) {
      throw bad(file, "does not hold an object", "Write name: value pairs.");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    object.forEach(
        (name, value) -> {
          if (value != null) {
            values.put(String.valueOf(name), value);
          }
        });
    return values;
  }

  /**
   * The values of options of the form NAME=VALUE.
   *
   * @throws UsageException if one has another form, or names a value again
   */
  public static Map<String, String> assigned(
      String option, List<String> given, String code, String hint) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String each : given) {
      int equals = each.indexOf('=');
      if (equals <= 0
          || values.put(each.substring(0, equals), each.substring(equals + 1)) != null) {
        String fault =
            equals <= 0
                ? option + " " + TextFormat.plain(each) + " is not of the form NAME=VALUE"
                : "%s gives '%s' more than once"
                    .formatted(option, TextFormat.plain(each.substring(0, equals)));
        throw new UsageException(code, fault, hint);
      }
    }
    return values;
  }

  private static String text(Path file, Path located) {
    try {
      return Files.readString(located);
    } catch (IOException e) {
      throw bad(file, "cannot be read as UTF-8 text", "Check the path given with --values.");
    }
  }

  private static boolean isJson(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
  }

  private static boolean isYaml(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  private static @Nullable Object json(String text, Path file) {
    ObjectMapper mapper =
        JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    try {
      return mapper.readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw bad(file, "line " + line + ": " + e.getOriginalMessage(), "Correct the JSON.");
    } catch (NumberFormatException e) {
      throw bad(file, "has a number with too long an exponent", "Write it as a text.");
    }
  }

  private static UsageException bad(Path file, String message, String hint) {
    return new UsageException("bad-values", "the values file " + message, hint, file.toString());
  }

  /** Apart, so that a run without such a file loads none of the parser's classes. */
  private static final class Yaml {
    private static @Nullable Object read(String text, Path file) {
      try {
        return new Load(LoadSettings.builder().setLabel(file.toString()).build())
            .loadFromString(text);
      } catch (YamlEngineException e) {
        String message = String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ");
        throw bad(file, message, "Correct the YAML.");
      }
    }
  }
}
