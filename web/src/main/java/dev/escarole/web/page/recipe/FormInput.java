package dev.escarole.web.page.recipe;

import dev.escarole.engine.run.Content;
import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.LaunchOrder;
import dev.escarole.web.app.local.WantedRecipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has typed into the form of a recipe, right or wrong. Immutable.
 *
 * @param texts by the names of the recipe's inputs
 * @param json the arrays that are typed as JSON
 * @param directories as {@code HOST::GUEST[:ro]}
 */
record FormInput(
    Map<String, List<String>> texts,
    Set<String> json,
    Stdin stdin,
    List<String> directories,
    String labels,
    boolean cache)
    implements FormField.Given {

  /** What stands before the name of an input in the name of its field. */
  static final String VALUE = "value.";

  private static final String JSON = "json";
  private static final String ADD = "add:";
  private static final String DROP = "drop:";
  private static final String AS_JSON = "json:";
  private static final String AS_ROWS = "rows:";

  /**
   * What the run is to receive: a text, or a file. Immutable.
   *
   * @param file null if none was chosen
   */
  record Stdin(String text, @Nullable Content file) {

    /** Nothing. */
    static final Stdin NONE = new Stdin("", null);

    /**
     * What was given.
     *
     * @throws RefusedException if both were
     */
    Content content() {
      if (file == null) {
        return Content.of(text);
      }
      if (!text.isEmpty()) {
        throw new RefusedException(
            RefusalCode.TWO_INPUTS,
            "standard input was given twice, as a text and as a file",
            "Empty the text, or choose no file.");
      }
      return file;
    }
  }

  FormInput {
    texts = Map.copyOf(texts);
    json = Set.copyOf(json);
    directories = List.copyOf(directories);
  }

  /** A form that nobody has touched. Arrays of something else than texts are typed as JSON. */
  static FormInput untouched(Recipe recipe) {
    Set<String> json = new HashSet<>();
    for (Parameter parameter : recipe.parameters()) {
      if (parameter.defaultValue() instanceof List<?> items
          && items.stream().anyMatch(each -> each instanceof List || each instanceof Map)) {
        json.add(parameter.name());
      }
    }
    return new FormInput(Map.of(), json, Stdin.NONE, List.of(), "", false);
  }

  /** What a browser has sent. */
  static FormInput of(SentForm sent) {
    Map<String, List<String>> form = sent.fields();
    Map<String, List<String>> texts = new LinkedHashMap<>();
    form.forEach(
        (key, values) -> {
          if (key.startsWith(VALUE)) {
            texts.put(
                key.substring(VALUE.length()), values.stream().map(FormInput::plain).toList());
          }
        });
    List<String> directories =
        form.getOrDefault("directories", List.of()).stream()
            .flatMap(String::lines)
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    return new FormInput(
        texts,
        Set.copyOf(form.getOrDefault(JSON, List.of())),
        new Stdin(plain(sent.first("stdin")), sent.file()),
        directories,
        sent.first("labels"),
        form.containsKey("cache"));
  }

  /** Browsers end lines as mail does; nobody has typed that. */
  private static String plain(String text) {
    return text.replace("\r\n", "\n");
  }

  @Override
  public List<String> texts(String name) {
    return texts.getOrDefault(name, List.of());
  }

  @Override
  public boolean isJson(String name) {
    return json.contains(name);
  }

  /** The form after a button that changes its rows; the same for any other button. */
  FormInput after(String button) {
    if (button.startsWith(ADD)) {
      String name = button.substring(ADD.length());
      List<String> rows = rows(name);
      rows.add("");
      return with(name, rows);
    }
    if (button.startsWith(DROP)) {
      String[] parts = button.split(":", 3);
      return parts.length == 3 ? dropped(parts[1], parts[2]) : this;
    }
    if (button.startsWith(AS_JSON)) {
      return asJson(button.substring(AS_JSON.length()), true);
    }
    return button.startsWith(AS_ROWS) ? asJson(button.substring(AS_ROWS.length()), false) : this;
  }

  private List<String> rows(String name) {
    return new ArrayList<>(texts(name).isEmpty() ? List.of("") : texts(name));
  }

  private FormInput dropped(String row, String name) {
    List<String> rows = rows(name);
    int index = row.matches("[0-9]{1,6}") ? Integer.parseInt(row) : -1;
    if (index >= 0 && index < rows.size()) {
      rows.remove(index);
    }
    return with(name, rows);
  }

  private FormInput asJson(String name, boolean wanted) {
    Set<String> changed = new HashSet<>(json);
    List<String> rows;
    if (wanted) {
      changed.add(name);
      List<String> items = texts(name).stream().filter(each -> !each.isEmpty()).toList();
      rows = items.isEmpty() ? List.of() : List.of(ArrayText.write(items));
    } else {
      changed.remove(name);
      rows = texts(name).isEmpty() ? List.of() : ArrayText.rows(texts(name).get(0));
    }
    FormInput moved = with(name, rows);
    return new FormInput(moved.texts, changed, stdin, directories, labels, cache);
  }

  private FormInput with(String name, List<String> rows) {
    Map<String, List<String>> changed = new LinkedHashMap<>(texts);
    changed.put(name, List.copyOf(rows));
    return new FormInput(changed, json, stdin, directories, labels, cache);
  }

  /** The value of an input as a launch takes it; null if none was given. */
  @Nullable Object value(Parameter parameter) {
    List<String> typed = texts(parameter.name());
    ArgumentType type = parameter.type();
    boolean rows =
        type != null && type.kind() == ArgumentType.Kind.ARRAY && !isJson(parameter.name());
    if (rows) {
      List<String> items = typed.stream().filter(each -> !each.isEmpty()).toList();
      return items.isEmpty() ? null : items;
    }
    return typed.isEmpty() || typed.get(0).isEmpty() ? null : typed.get(0);
  }

  /**
   * What is to be launched.
   *
   * @throws RefusedException if there is more than one standard input
   */
  LaunchOrder order(WantedRecipe wanted, Recipe recipe) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Parameter parameter : recipe.parameters()) {
      Object value = value(parameter);
      if (value != null) {
        values.put(parameter.name(), value);
      }
    }
    List<String> split =
        Arrays.stream(labels.split(",", -1)).map(String::strip).filter(l -> !l.isEmpty()).toList();
    return LaunchOrder.of(wanted)
        .withValues(values)
        .withStdin(stdin.content())
        .withDirectories(directories)
        .withLabels(split)
        .withCache(cache);
  }
}
