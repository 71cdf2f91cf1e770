package dev.escarole.web.cli.config;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a configuration file as they are written there: at the top for all commands, or
 * under the name of a command.
 *
 * @param settings in the order of the file
 */
record ConfigFile(Path path, Document document, List<Setting> settings) {

  static final String CODE = "bad-config";

  /**
   * One key with its value.
   *
   * @param command the command that it stands under, such as {@code runs list}; empty at the top
   * @param name an option without its dashes
   * @param values the items of a list, or a single one
   * @param flag the value if it is {@code true} or {@code false}
   */
  record Setting(
      String command,
      String name,
      List<String> values,
      @Nullable Boolean flag,
      String pointer,
      int line) {}

  /**
   * Reads a file.
   *
   * @throws dev.escarole.web.cli.text.UsageException if other users can write it
   * @throws RecipeException with all mistakes of its form
   */
  static ConfigFile read(Path path) {
    ConfigPlace.check(path);
    Document document = Document.read(path, RecipeLimits.DEFAULTS);
    List<Problem> problems = new ArrayList<>(document.mistakes());
    List<Setting> settings = new ArrayList<>();
    Object whole = document.plain();
    if (whole instanceof Map<?, ?> keys) {
      new Reading(document, settings, problems).section("", keys, "");
    } else if (whole != null) {
      problems.add(
          document.error(
              CODE, "the file must hold keys and values", "Write for example: port: 9000", ""));
    }
    if (!problems.isEmpty()) {
      throw new RecipeException(problems);
    }
    return new ConfigFile(path, document, List.copyOf(settings));
  }

  Problem problem(Setting setting, String message, String hint) {
    return document.error(CODE, message, hint, setting.pointer());
  }

  private record Reading(Document document, List<Setting> settings, List<Problem> problems) {

    void section(String command, Map<?, ?> keys, String pointer) {
      keys.forEach((key, value) -> key(command, String.valueOf(key), value, pointer));
    }

    private void key(String command, String name, @Nullable Object value, String above) {
      String pointer = above + "/" + name.replace("~", "~0").replace("/", "~1");
      if (value instanceof Map<?, ?> keys) {
        section(command.isEmpty() ? name : command + " " + name, keys, pointer);
        return;
      }
      List<String> values = new ArrayList<>();
      for (Object each : value instanceof List<?> list ? list : Arrays.asList(value)) {
        if (each instanceof String || each instanceof Number || each instanceof Boolean) {
          values.add(
              each instanceof BigDecimal number ? number.toPlainString() : String.valueOf(each));
        } else {
          problems.add(
              document.error(
                  CODE,
                  "'" + name + "' must be a text, a number, true, false, or a list of texts",
                  "Leave the key out for the default.",
                  pointer));
        }
      }
      int line = document.error(CODE, name, null, pointer).line();
      Boolean flag = value instanceof Boolean truth ? truth : null;
      settings.add(new Setting(command, name, List.copyOf(values), flag, pointer, line));
    }
  }
}
