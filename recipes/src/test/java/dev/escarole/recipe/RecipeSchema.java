package dev.escarole.recipe;

import dev.escarole.recipe.template.AwaitKind;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.KeptPattern;
import dev.escarole.recipe.template.Literal;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.SettingForm.Structure;
import dev.escarole.recipe.template.WholeNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Writes the JSON Schema of recipe files from the table of settings. */
final class RecipeSchema {
  private static final String NUMBER_TEXT = "^\\s*[+-]?[0-9]+\\s*$|\\{[^{}]+\\}";
  private static final String NAME = "[A-Za-z_][A-Za-z0-9_-]*";
  private static final String NO_FACT = "(?!(run_(id|date|time)|scheduled_for|recipe_dir)$)";
  private static final Map<String, Object> HANDLE = ref("urn:escarole:handle");
  private static final Map<String, Object> COMMAND = ref("#/$defs/command");

  private RecipeSchema() {}

  /**
   * @param handle the schema of handles, which this one has in it
   */
  static Map<String, Object> of(Object handle) {
    return object(
        "$schema",
        "https://json-schema.org/draft/2020-12/schema",
        "$id",
        "urn:escarole:recipe",
        "title",
        "Escarole recipe",
        "description",
        "A tree of commands with sequence, parallel fan-out, repetition, conditions, retries"
            + " and recovery.",
        "anyOf",
        List.of(COMMAND, ref("#/$defs/steps"), ref("#/$defs/recipe"), HANDLE),
        "$defs",
        definitions(handle));
  }

  private static Map<String, Object> definitions(Object handle) {
    Map<String, Object> fields = object();
    for (Setting setting : Setting.values()) {
      fields.put(setting.key(), field(setting));
    }
    Map<String, Object> node =
        node("One node of the command tree.", each -> each.home() != Setting.Home.RECIPE);
    node.put("allOf", List.of(object("properties", object("$schema", false))));
    node.remove("required");
    node.put("oneOf", List.of(executable(), importing(), waiting()));
    Map<String, Object> recipe =
        node("A recipe: the root node of its command tree, with a name.", each -> true);
    recipe.remove("required");
    recipe.put("oneOf", List.of(withTemplate(), waitingItself()));
    return object(
        "command",
        object(
            "description",
            "A command and its arguments, split into words like a shell would, but run without"
                + " one.",
            "type",
            "string",
            "pattern",
            "\\S"),
        "steps",
        object(
            "description",
            "Steps in their order; branches when the node is parallel.",
            "type",
            "array",
            "minItems",
            1,
            "items",
            object("anyOf", List.of(COMMAND, ref("#/$defs/node"), HANDLE))),
        "template",
        object("anyOf", List.of(COMMAND, ref("#/$defs/steps"), ref("#/$defs/node"), HANDLE)),
        "node",
        node,
        "recipe",
        recipe,
        "handle",
        handle,
        "fields",
        fields,
        "keys",
        object(
            "description",
            "Any name but a misspelt field of the language; what is no field changes nothing"
                + " and is warned of.",
            "not",
            object("pattern", slips())));
  }

  private static Map<String, Object> node(String what, Predicate<Setting> has) {
    Map<String, Object> properties = object();
    Map<String, Object> onlyOn = object();
    for (Setting setting : Setting.values()) {
      if (has.test(setting)) {
        properties.put(setting.key(), ref("#/$defs/fields/" + setting.key()));
      }
      if (setting.home() == Setting.Home.PARALLEL_NODE) {
        onlyOn.put(setting.key(), parallelOnly());
      } else if (setting.home() == Setting.Home.AWAIT_NODE) {
        onlyOn.put(setting.key(), object("required", List.of("await")));
      } else if (setting.home() == Setting.Home.APPROVAL_NODE) {
        onlyOn.put(setting.key(), approvalOnly());
      }
    }
    return object(
        "description",
        what,
        "type",
        "object",
        "properties",
        properties,
        "required",
        List.of("template"),
        "propertyNames",
        ref("#/$defs/keys"),
        "dependentSchemas",
        onlyOn,
        "if",
        object("required", List.of("with")),
        "then",
        object("properties", object("template", handleOnly())));
  }

  private static Map<String, Object> executable() {
    return object(
        "required",
        List.of("template"),
        "properties",
        object("name", false, "values", false, "await", false));
  }

  private static Map<String, Object> waiting() {
    return object(
        "required",
        List.of("await"),
        "properties",
        object("name", false, "values", false, "template", false));
  }

  private static Map<String, Object> withTemplate() {
    return object("required", List.of("template"), "properties", object("await", false));
  }

  private static Map<String, Object> waitingItself() {
    return object("required", List.of("await"), "properties", object("template", false));
  }

  private static Map<String, Object> importing() {
    return object(
        "required",
        List.of("name"),
        "properties",
        object("name", object("type", "string"), "template", false, "await", false));
  }

  private static Map<String, Object> approvalOnly() {
    return object(
        "required", List.of("await"), "properties", object("await", object("const", "approval")));
  }

  private static Map<String, Object> parallelOnly() {
    return object(
        "required", List.of("parallel"), "properties", object("parallel", object("const", true)));
  }

  private static Map<String, Object> handleOnly() {
    return object(
        "type",
        "object",
        "anyOf",
        List.of(object("required", List.of("handle")), object("required", List.of("handler"))));
  }

  private static Map<String, Object> field(Setting setting) {
    Map<String, Object> field = object("description", plain(setting.meaning()));
    if (setting.form() instanceof WholeNumber range) {
      field.put(
          "anyOf",
          List.of(
              object("type", "integer", "minimum", range.least(), "maximum", range.most()),
              object("type", "string", "pattern", NUMBER_TEXT)));
    } else if (setting.form() instanceof Literal literal) {
      field.putAll(literal(literal));
    } else {
      field.putAll(structure((Structure) setting.form()));
    }
    return field;
  }

  private static Map<String, Object> literal(Literal literal) {
    return switch (literal) {
      case FLAG -> object("type", "boolean");
      case FAILURE -> object("enum", FailureScope.words());
      case AWAIT -> object("enum", AwaitKind.words());
      case CODES ->
          object(
              "type",
              "array",
              "minItems",
              1,
              "items",
              object("type", "integer", "minimum", 0, "maximum", 255));
    };
  }

  private static Map<String, Object> structure(Structure structure) {
    return switch (structure) {
      case TEXT -> object("type", "string");
      case CONDITION -> object("type", List.of("boolean", "string"));
      case SELECTOR -> object("type", "string", "pattern", "^\\s*" + NAME + "\\s*$|\\{[^{}]+\\}");
      case DECLARATIONS ->
          object(
              "type",
              "array",
              "items",
              object("type", "string", "pattern", "^\\s*" + NAME + "(\\s*$|[:=])"));
      case DEFAULTS ->
          object("type", "object", "propertyNames", object("pattern", "^" + NAME + "$"));
      case ARGUMENTS -> object("type", "object");
      case IMPORTS -> imports();
      case INBOX -> LaunchSchema.inbox();
      case LAUNCH -> LaunchSchema.launch();
      case DIRECTORIES -> directories();
      case PATTERNS -> patterns();
      case SCHEDULES -> LaunchSchema.schedules();
      case REQUESTS -> LaunchSchema.http();
      case NOTIFY -> LaunchSchema.notifications();
      case TEMPLATES ->
          object(
              "type",
              "object",
              "maxProperties",
              ComputedInput.MOST,
              "propertyNames",
              object("pattern", "^(?!_*(index|prev|next|repeat)$)" + NO_FACT + NAME + "$"),
              "additionalProperties",
              ref("#/$defs/template"));
      case TEMPLATE -> ref("#/$defs/template");
    };
  }

  private static Map<String, Object> directories() {
    return object(
        "type",
        "object",
        "maxProperties",
        WantedDirectory.MOST,
        "propertyNames",
        object(
            "pattern",
            "^(?!/(workspace|inputs|recipe)(/|$))" + DirsParser.PATH + "$",
            "maxLength",
            DirsParser.LONGEST),
        "additionalProperties",
        object(
            "anyOf",
            List.of(
                object("type", "string"),
                object(
                    "type",
                    "object",
                    "properties",
                    object(
                        "mode",
                        object("enum", List.of("ro", "rw")),
                        "why",
                        object("type", "string")),
                    "additionalProperties",
                    false))));
  }

  /** Another form than an object is that of another host. */
  private static Map<String, Object> patterns() {
    return object(
        "if",
        object("type", "object"),
        "then",
        object(
            "maxProperties",
            KeptPattern.MOST,
            "propertyNames",
            object("pattern", "^" + NO_FACT + NAME + "$"),
            "additionalProperties",
            object("type", "string", "minLength", 1)));
  }

  private static Map<String, Object> imports() {
    Map<String, Object> from = object("type", "string", "minLength", 1);
    return object(
        "type",
        "object",
        "maxProperties",
        ImportsParser.MOST,
        "propertyNames",
        object("pattern", "^" + ImportsParser.ALIAS + "$"),
        "additionalProperties",
        object(
            "anyOf",
            List.of(
                from,
                object(
                    "type",
                    "object",
                    "properties",
                    object(
                        "from",
                        from,
                        "defaults",
                        object("type", "object"),
                        "values",
                        object("type", "object")),
                    "required",
                    List.of("from")))));
  }

  /** Our fields with one letter changed, added, left out, or changed with its neighbour. */
  private static String slips() {
    List<String> fields = FieldChecks.candidates();
    List<String> slips = new ArrayList<>();
    for (String field : fields) {
      for (int i = 0; i < field.length(); i++) {
        String before = field.substring(0, i);
        String after = field.substring(i + 1);
        char c = field.charAt(i);
        slips.add(before + "(?:.?|." + c + "|" + c + ".)" + after);
        if (!after.isEmpty() && after.charAt(0) != c) {
          slips.add(before + after.charAt(0) + c + after.substring(1));
        }
      }
    }
    return "^(?!(?:" + String.join("|", fields) + ")$)(?:" + String.join("|", slips) + ")$";
  }

  /** Markdown without its marks. */
  static String plain(String markdown) {
    return markdown.replaceAll("\\[([^]]+)]\\([^)]*\\)", "$1").replace("`", "");
  }

  private static Map<String, Object> ref(String address) {
    return object("$ref", address);
  }

  static Map<String, Object> object(Object... members) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      object.put((String) members[i], members[i + 1]);
    }
    return object;
  }

  /** The settings as the table of the page of the language, and the sentence below it. */
  static String table() {
    StringBuilder table =
        new StringBuilder("| field | where | takes | meaning |\n|---|---|---|---|\n");
    for (Setting setting : Setting.values()) {
      table.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(setting.key(), setting.home().words(), takes(setting), setting.meaning()));
    }
    List<String> inherited =
        Arrays.stream(Setting.values())
            .filter(Setting::isInherited)
            .map(each -> "`" + each.key() + "`")
            .toList();
    int last = inherited.size() - 1;
    return table
        .append('\n')
        .append(String.join(", ", inherited.subList(0, last)))
        .append(" and ")
        .append(inherited.get(last))
        .append(
            " are inherited; everything else belongs to its node alone. No other fields exist.\n")
        .toString();
  }

  private static String takes(Setting setting) {
    if (setting.form() instanceof WholeNumber range) {
      return range.most() == Integer.MAX_VALUE
          ? "a whole number from %d".formatted(range.least())
          : "a whole number from %,d to %,d".formatted(range.least(), range.most());
    }
    if (setting.form() == Literal.AWAIT) {
      return "`" + String.join("`, `", AwaitKind.words()) + "`";
    }
    return setting.form() == Literal.FAILURE
        ? "`" + String.join("`, `", FailureScope.words()) + "`"
        : setting.form().expectation();
  }
}
