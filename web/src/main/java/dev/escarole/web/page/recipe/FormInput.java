package dev.escarole.web.page.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.files.GivenFile;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.recipe.InputsRequest;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.run.LaunchRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the form of a recipe, valid or not. Immutable.
 *
 * @param texts by the names of the recipe's inputs
 * @param json the arrays that are typed as JSON
 * @param stdin the text for standard input
 * @param file the file for standard input; null if none was chosen
 * @param files those for inputs, by the names of the inputs
 * @param directories as {@code HOST::GUEST[:ro]}
 * @param carried what the launch takes over from an earlier run
 */
@SuppressWarnings({"ArrayRecordComponent", "NullAway"})
public record FormInput(
    Map<String, List<String>> texts,
    Set<String> json,
    String stdin,
    byte @Nullable [] file,
    Map<String, byte[]> files,
    List<String> directories,
    String labels,
    boolean cache,
    Carried carried) {

  /** Prefix of the names of fields for inputs. */
  static final String VALUE = "value.";

  private static final String JSON = "json";
  private static final String ADD = "add:";
  private static final String DROP = "drop:";
  private static final String AS_JSON = "json:";
  private static final String AS_ROWS = "rows:";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public FormInput {
    texts = Map.copyOf(texts);
    files = Map.copyOf(files);
    json = Set.copyOf(json);
    directories = List.copyOf(directories);
  }

  /** An empty form. Arrays of arrays or objects are typed as JSON. */
  static FormInput untouched(RecipeDocument recipe) {
    Set<String> json = new HashSet<>();
    for (RecipeDocument.Input parameter : recipe.parameters()) {
      if (parameter.byDefault() instanceof List<?> items
          && items.stream().anyMatch(each -> each instanceof List || each instanceof Map)) {
        json.add(parameter.name());
      }
    }
    return new FormInput(Map.of(), json, "", null, Map.of(), List.of(), "", false, Carried.NOTHING);
  }

  /** Filled from a run, without files and cache. */
  static FormInput filled(
      Map<String, List<String>> texts,
      Set<String> json,
      String stdin,
      List<String> directories,
      String labels,
      Carried carried) {
    return new FormInput(
        texts, json, stdin, null, Map.of(), directories, labels, /* cache= */ false, carried);
  }

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
        plain(sent.first("stdin")),
        sent.file(),
        sent.files(),
        directories,
        sent.first("labels"),
        form.containsKey("cache"),
        Carried.of(sent));
  }

  /** Browsers send CR LF for the end of a line. */
  private static String plain(String text) {
    return text.replace("\r\n", "\n");
  }

  List<String> texts(String name) {
    return texts.getOrDefault(name, List.of());
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
      rows = items.isEmpty() ? List.of() : List.of(MAPPER.valueToTree(items).toString());
    } else {
      changed.remove(name);
      rows = texts(name).isEmpty() ? List.of() : items(texts(name).get(0));
    }
    FormInput moved = with(name, rows);
    return new FormInput(
        moved.texts, changed, stdin, file, files, directories, labels, cache, carried);
  }

  private FormInput with(String name, List<String> rows) {
    Map<String, List<String>> changed = new LinkedHashMap<>(texts);
    changed.put(name, List.copyOf(rows));
    return new FormInput(changed, json, stdin, file, files, directories, labels, cache, carried);
  }

  /** The same with bytes in place of what is carried over. */
  FormInput with(byte @Nullable [] newFile, Map<String, byte[]> newFiles) {
    return new FormInput(
        texts, json, stdin, newFile, newFiles, directories, labels, cache, Carried.NOTHING);
  }

  /** The items of a JSON array, each as text; the text itself if it is not an array. */
  private static List<String> items(String text) {
    try {
      JsonNode array = MAPPER.readTree(text);
      if (array == null || !array.isArray()) {
        return List.of(text);
      }
      List<String> rows = new ArrayList<>();
      array.forEach(item -> rows.add(item.isTextual() ? item.textValue() : item.toString()));
      return rows;
    } catch (JsonProcessingException | NumberFormatException e) {
      return List.of(text);
    }
  }

  /** The value of an input for a launch; null if none was given. */
  @Nullable Object value(RecipeDocument.Input parameter) {
    List<String> typed = texts(parameter.name());
    if ("array".equals(parameter.type()) && !json.contains(parameter.name())) {
      List<String> items = typed.stream().filter(each -> !each.isEmpty()).toList();
      return items.isEmpty() ? null : items;
    }
    if (typed.isEmpty() || typed.get(0).isEmpty()) {
      return hasFile(parameter) ? GivenFile.DIRECTORY + "/" + parameter.name() : null;
    }
    return typed.get(0);
  }

  private boolean hasFile(RecipeDocument.Input parameter) {
    boolean given =
        files.containsKey(parameter.name()) || carried.files().contains(parameter.name());
    return "path".equals(parameter.type()) && given;
  }

  /**
   * Does nothing if no input is given twice.
   *
   * @throws RefusedException if one has both a path and a file
   */
  void checkFiles() {
    for (String name : files.keySet()) {
      if (texts(name).stream().anyMatch(text -> !text.isEmpty())) {
        throw new RefusedException(
            RefusalCode.TWO_INPUTS,
            "'%s' was given twice, as a path and as a file".formatted(name),
            "Empty the text, or choose no file.");
      }
    }
  }

  /**
   * Does nothing if standard input is given once.
   *
   * @throws RefusedException if it is given by an earlier run and in the form as well
   */
  void checkInput() {
    if (carried.stdin() && (file != null || !stdin.isEmpty())) {
      throw new RefusedException(
          RefusalCode.TWO_INPUTS,
          "standard input was given twice, by run %s and in the form".formatted(carried.run()),
          "Empty the text and choose no file, or do not use the input of that run.");
    }
  }

  private Map<String, @Nullable Object> values(RecipeDocument recipe) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (RecipeDocument.Input parameter : recipe.parameters()) {
      Object value = value(parameter);
      if (value != null) {
        values.put(parameter.name(), value);
      }
    }
    return values;
  }

  InputsRequest inputs(RecipeDocument recipe) {
    return new InputsRequest(recipe.head().name(), null, null, values(recipe), directories);
  }

  /** The request for the plan, with what changed since a version that the sender has seen. */
  PlanRequest plan(RecipeDocument recipe, @Nullable String since) {
    return new PlanRequest(recipe.head().name(), null, null, values(recipe), directories, since);
  }

  /** The launch, of the plan with this hash, or of any. */
  LaunchRequest launch(RecipeDocument recipe, @Nullable String planHash) {
    return new LaunchRequest(
            recipe.head().name(),
            null,
            null,
            values(recipe),
            directories,
            stdin.isEmpty() ? null : stdin,
            file,
            Map.of(),
            Arrays.stream(labels.split(",", -1))
                .map(String::strip)
                .filter(label -> !label.isEmpty())
                .toList(),
            cache,
            planHash,
            null,
            null)
        .withFiles(sentFiles(recipe));
  }

  private Map<String, @Nullable Object> sentFiles(RecipeDocument recipe) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    for (RecipeDocument.Input parameter : recipe.parameters()) {
      byte[] bytes = files.get(parameter.name());
      if (hasFile(parameter) && bytes != null) {
        sent.put(parameter.name(), Map.of("base64", Base64.getEncoder().encodeToString(bytes)));
      }
    }
    return sent;
  }

  long stdinBytes() {
    if (file == null) {
      return stdin.getBytes(StandardCharsets.UTF_8).length;
    }
    if (!stdin.isEmpty()) {
      throw new RefusedException(
          RefusalCode.TWO_INPUTS,
          "standard input was given twice, as a text and as a file",
          "Empty the text, or choose no file.");
    }
    return file.length;
  }
}
