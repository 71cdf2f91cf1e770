package dev.escarole.recipe;

import dev.escarole.recipe.RecipeImport.Binding;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.ImportCall;
import dev.escarole.recipe.template.ImportCall.Bindings;
import dev.escarole.recipe.template.ImportCall.Wanted;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the nodes that run imports. */
final class ImportNodes {
  private static final int MOST_LISTED = 20;

  private final Problems problems;
  private final Inputs inputs;
  private final Map<String, Binding> imports;
  private final Set<String> used = new HashSet<>();

  ImportNodes(Problems problems, Inputs inputs, Map<String, Binding> imports) {
    this.problems = problems;
    this.inputs = inputs;
    this.imports = imports;
  }

  /** Whether an object runs an import: a node inside a recipe with a name but no template. */
  static boolean isImport(SourceObject node, String pointer) {
    SourceValue name = node.get(Setting.NAME.key());
    return !pointer.isEmpty()
        && node.get(Setting.TEMPLATE.key()) == null
        && node.get(Setting.AWAIT.key()) == null
        && name != null
        && name.plain() instanceof String;
  }

  /** Warns of imports that no node runs. */
  void warnOfUnused() {
    imports.forEach(
        (alias, binding) -> {
          if (binding.target() != null && !used.contains(alias)) {
            problems.warning(
                Codes.NO_EFFECT,
                "the import '" + alias + "' is not used",
                null,
                new Place(binding.pointer(), Place.Mark.START));
          }
        });
  }

  /** What a node runs; null if it is invalid, which is reported. */
  @Nullable ImportCall call(
      SourceObject node, String pointer, NodeSettings settings, Surroundings inside) {
    SourceValue name = node.get(Setting.NAME.key());
    if (name == null || !(name.plain() instanceof String alias)) {
      return null;
    }
    Binding binding = imports.get(alias);
    if (binding == null) {
      unknown(alias, Place.of(Pointers.child(pointer, Setting.NAME.key()), name));
      return null;
    }
    used.add(alias);
    SourceValue written = node.get(Setting.IMPORT_VALUES.key());
    String valuesPointer = Pointers.child(pointer, Setting.IMPORT_VALUES.key());
    Place at = written == null ? Place.of(pointer, node) : Place.of(valuesPointer, written);
    Map<String, @Nullable Object> values = new LinkedHashMap<>(binding.values());
    if (written != null) {
      values.putAll(ImportsParser.plain(written, at, problems));
    }
    RecipeImport target = binding.target();
    return target == null
        ? null
        : call(target, values, defaults(binding, target, settings), at, inside);
  }

  private void unknown(String alias, Place place) {
    String nearest = NearestName.of(alias, imports.keySet().stream().toList());
    String hint =
        imports.isEmpty()
            ? "Declare it: \"imports\": {\"" + alias + "\": \"./file.json\"}; or add \"template\"."
            : "The imports are " + String.join(", ", imports.keySet()) + ".";
    problems.error(
        Codes.UNKNOWN_IMPORT,
        "no import is called '" + alias + "'",
        nearest == null ? hint : "Did you mean '" + nearest + "'?",
        place);
  }

  /** The defaults of the import, and those of the node for inputs of the imported recipe. */
  private static Map<String, @Nullable Object> defaults(
      Binding binding, RecipeImport target, NodeSettings settings) {
    Map<String, @Nullable Object> defaults = new LinkedHashMap<>(binding.defaults());
    settings
        .defaults()
        .forEach(
            (name, value) -> {
              if (target.recipe().accepts(name)) {
                defaults.put(name, value);
              }
            });
    return defaults;
  }

  private @Nullable ImportCall call(
      RecipeImport target,
      Map<String, @Nullable Object> values,
      Map<String, @Nullable Object> defaults,
      Place place,
      Surroundings inside) {
    try {
      mention(values, place, inside);
      mention(defaults, place, inside);
      Bindings bindings = new Bindings(values, defaults);
      checkNames(target, values, Severity.WARNING, place);
      checkNames(target, defaults, Severity.ERROR, place);
      inherit(target, values, defaults, bindings, place, inside);
      List<Wanted> wanted =
          target.recipe().parameters().stream()
              .map(each -> new Wanted(each.name(), each.type(), each.required()))
              .toList();
      checkLiterals(target, values, bindings, place);
      return new ImportCall(
          target.alias(),
          target.path(),
          target.recipe().guestDirectory(),
          target.recipe().template(),
          wanted,
          bindings);
    } catch (TemplateException wrong) {
      problems.errors(wrong, place);
      return null;
    }
  }

  private void mention(Map<String, @Nullable Object> values, Place place, Surroundings inside) {
    values.forEach(
        (name, value) ->
            Text.in(value).forEach(text -> inputs.mention(text.mentions(), place, inside)));
  }

  /**
   * A misspelt name is an error; another unknown one only has no effect, unless it is among the
   * defaults.
   */
  private void checkNames(
      RecipeImport target, Map<String, @Nullable Object> values, Severity unknown, Place place) {
    Recipe recipe = target.recipe();
    List<String> names = recipe.parameters().stream().map(Parameter::name).toList();
    for (String name : values.keySet()) {
      if (!recipe.accepts(name)) {
        String nearest = NearestName.of(name, names);
        problems.add(
            nearest == null ? unknown : Severity.ERROR,
            Codes.UNKNOWN_INPUT,
            "import '"
                + target.alias()
                + "' ("
                + target.path()
                + ") has no input named '"
                + name
                + "'",
            nearest == null ? listed(names) : "Did you mean '" + nearest + "'?",
            new Place(Pointers.child(place.pointer(), name), place.mark()));
      }
    }
  }

  private static String listed(List<String> names) {
    return names.isEmpty()
        ? "It has no inputs."
        : "Its inputs are "
            + String.join(", ", names.subList(0, Math.min(MOST_LISTED, names.size())))
            + ".";
  }

  private void inherit(
      RecipeImport target,
      Map<String, @Nullable Object> values,
      Map<String, @Nullable Object> defaults,
      Bindings bindings,
      Place place,
      Surroundings inside) {
    for (Parameter each : target.recipe().allParameters()) {
      String name = each.name();
      if (values.get(name) == null) {
        boolean needed = each.required() && defaults.get(name) == null && !inside.conditional();
        inputs.inherit(each, target.alias(), needed, place);
      } else if (bindings.isReplaceable(name)) {
        inputs.inherit(each, target.alias(), false, place);
        inputs.fix(name, target.alias(), place);
      }
    }
  }

  private void checkLiterals(
      RecipeImport target, Map<String, @Nullable Object> values, Bindings bindings, Place place) {
    if (target.recipe().template() instanceof HandleTemplate) {
      return;
    }
    for (Parameter each : target.recipe().parameters()) {
      Object value = values.get(each.name());
      if (value != null && each.type() != null && bindings.isReplaceable(each.name())) {
        try {
          Object unused = each.type().normalise(each.name(), bindings.literal(each.name()));
        } catch (TemplateException wrong) {
          problems.errors(
              wrong, new Place(Pointers.child(place.pointer(), each.name()), place.mark()));
        }
      }
    }
  }
}
