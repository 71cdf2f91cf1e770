package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.template.ArgumentDeclaration;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.recipe.template.Arguments;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FactNames;
import dev.escarole.recipe.template.Mention;
import dev.escarole.recipe.template.Names;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a recipe: every name it uses, with its places, type and defaults. A name has the
 * same type everywhere in a recipe, because all nodes share its value.
 */
final class Inputs {
  private final Problems problems;
  private final List<Use> uses = new ArrayList<>();
  private final Map<String, Typed> types = new HashMap<>();
  private final List<Default> defaults = new ArrayList<>();
  private final Map<String, Inherited> inherited = new LinkedHashMap<>();
  private final List<Fixed> fixed = new ArrayList<>();
  private List<ComputedInput> computed = List.of();
  private boolean usesDirectory;
  private @Nullable Arguments publicArguments;
  private Place publicPlace = new Place("", Mark.START);

  Inputs(Problems problems) {
    this.problems = problems;
  }

  private record Use(Mention mention, Place place, boolean filled, boolean conditional) {
    boolean required() {
      return !filled
          && !conditional
          && mention.defaultText() == null
          && mention.need() != Mention.Need.TRUTH;
    }
  }

  private record Typed(ArgumentType type, Place place) {}

  /** An input of imported recipes to which this recipe gives no value. */
  private record Inherited(Parameter parameter, String alias, boolean needed, Place place) {
    Parameter asOwn() {
      return new Parameter(parameter.name(), parameter.type(), needed, null);
    }
  }

  /** A value without placeholders for an imported recipe, which a launch value replaces. */
  private record Fixed(String name, String alias, Place place) {}

  /**
   * Adds an input of an imported recipe that only a launch can set.
   *
   * @param needed whether there is no default
   */
  void inherit(Parameter parameter, String alias, boolean needed, Place place) {
    Inherited before = inherited.get(parameter.name());
    if (before == null || (needed && !before.needed())) {
      inherited.put(parameter.name(), new Inherited(parameter, alias, needed, place));
    }
  }

  /** Adds a value without placeholders for an input of an imported recipe. */
  void fix(String name, String alias, Place place) {
    fixed.add(new Fixed(name, alias, place));
  }

  /** Whether some text uses the directory of the recipe. */
  boolean usesDirectory() {
    return usesDirectory;
  }

  /** The inputs that only imported recipes have, and that a launch can set. */
  List<Parameter> passedOn() {
    return inherited.values().stream().map(Inherited::asOwn).toList();
  }

  /** The names that a launch can set. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    parameters().forEach(each -> names.add(each.name()));
    passedOn().forEach(each -> names.add(each.name()));
    return names;
  }

  /** {@code opaque}: the value is literal, even if it looks like a placeholder. */
  private record Default(String name, Object value, boolean opaque, Place place) {
    @Nullable Object literal() {
      if (opaque || !(value instanceof String written)) {
        return value;
      }
      Text text = Text.parse(written);
      return text.isLiteral() ? text.literals().get(0) : null;
    }
  }

  /** Adds the names that the text at {@code place} uses. */
  void mention(List<Mention> mentions, Place place, Surroundings around) {
    for (Mention each : mentions) {
      note(each, place, around.fills(each.name()), around);
    }
  }

  /** Adds the names in the default of {@code owner}. */
  void mentionInDefault(List<Mention> mentions, String owner, Place place, Surroundings around) {
    for (Mention each : mentions) {
      String name = each.name();
      boolean own = name.equals(owner);
      note(each, place, own ? around.fillsBeyond(name) : around.fills(name), around);
    }
  }

  private void note(Mention mention, Place place, boolean filled, Surroundings around) {
    if (FactNames.isFact(mention.name())) {
      usesDirectory |= mention.name().equals(FactNames.RECIPE_DIR);
      return;
    }
    uses.add(new Use(mention, place, filled, around.conditional()));
    if (mention.type() != null) {
      type(mention.name(), mention.type(), place);
    }
    if (mention.defaultText() != null) {
      defaults.add(new Default(mention.name(), mention.defaultText(), true, place));
    }
  }

  /** Adds the declarations of a node; those of the recipe itself are its public inputs. */
  void declare(Arguments arguments, boolean ofRecipe, Place place) {
    if (ofRecipe) {
      publicArguments = arguments;
      publicPlace = place;
    }
    for (ArgumentDeclaration each : arguments.declarations()) {
      if (each.type() != null) {
        type(each.name(), each.type(), place);
      }
      if (each.defaultText() != null) {
        defaults.add(new Default(each.name(), each.defaultText(), false, place));
      }
    }
  }

  void computed(List<ComputedInput> entries) {
    computed = List.copyOf(entries);
  }

  private boolean isComputed(String name) {
    return computed.stream().anyMatch(each -> each.name().equals(name));
  }

  void defaultValue(String name, Object value, Place place) {
    defaults.add(new Default(name, value, false, place));
  }

  private void type(String name, ArgumentType type, Place place) {
    Typed earlier = types.putIfAbsent(name, new Typed(type, place));
    if (earlier != null && !earlier.type().equals(type)) {
      problems.error(
          Codes.CONFLICTING_TYPES,
          "'"
              + name
              + "' is declared as "
              + type.word()
              + " here and as "
              + earlier.type().word()
              + " on line "
              + earlier.place().mark().line(),
          "A name has the same type everywhere in a recipe.",
          place);
    }
  }

  /** Runs the checks that need the whole recipe. */
  void check() {
    for (Default each : defaults) {
      Typed typed = types.get(each.name());
      Object literal = each.literal();
      if (typed != null && literal != null) {
        try {
          typed.type().normalise(each.name(), literal);
        } catch (TemplateException problem) {
          problems.errors(problem, each.place());
        }
      }
    }
    checkComputed();
    if (publicArguments != null) {
      checkDeclared(publicArguments);
      warnOfImports(publicArguments);
    }
  }

  private void warnOfImports(Arguments declared) {
    for (Inherited each : inherited.values()) {
      String name = each.parameter().name();
      if (each.needed() && declared.find(name) == null && !isComputed(name)) {
        problems.warning(
            Codes.UNDECLARED_PLACEHOLDER,
            "import '"
                + each.alias()
                + "' needs '"
                + name
                + "', which is not among the recipe's args, so each launch must give it",
            "Set it in \"values\", or declare it in \"args\".",
            each.place());
      }
    }
    for (Fixed each : fixed) {
      if (declared.find(each.name()) != null) {
        problems.warning(
            Codes.REPLACEABLE_VALUE,
            "a launch value for '"
                + each.name()
                + "' replaces this value for import '"
                + each.alias()
                + "'",
            "Rename the recipe's own argument, unless this is intended.",
            each.place());
      }
    }
  }

  private void checkComputed() {
    Set<String> ahead = new LinkedHashSet<>();
    computed.forEach(each -> ahead.add(each.name()));
    for (ComputedInput each : computed) {
      for (Use use : uses) {
        boolean own = (use.place().pointer() + '/').startsWith(each.pointer() + '/');
        if (own && ahead.contains(use.mention().name())) {
          problems.error(
              Codes.COMPUTE_ORDER,
              "'"
                  + each.name()
                  + "' needs '"
                  + use.mention().name()
                  + "', which is not computed yet",
              "An entry can use only the entries before it.",
              use.place());
        }
      }
      ahead.remove(each.name());
    }
    for (Default each : defaults) {
      String at = each.place().pointer();
      if (isComputed(each.name()) && (at.startsWith("/defaults/") || at.equals("/args"))) {
        problems.error(
            Codes.DUPLICATE_DEFAULT,
            "'" + each.name() + "' is computed, so its default is never used",
            "Keep one of them.",
            each.place());
      }
    }
  }

  private void checkDeclared(Arguments declared) {
    Set<String> used = new LinkedHashSet<>(inherited.keySet());
    fixed.forEach(each -> used.add(each.name()));
    List<String> names = declared.declarations().stream().map(ArgumentDeclaration::name).toList();
    for (Use use : uses) {
      String name = use.mention().name();
      used.add(name);
      if (!use.filled()
          && !isComputed(name)
          && use.mention().defaultText() == null
          && declared.find(name) == null) {
        String nearest = NearestName.of(name, names);
        problems.warning(
            Codes.UNDECLARED_PLACEHOLDER,
            "'"
                + name
                + "' is not among the recipe's args and has no default, so each launch must give"
                + " it",
            nearest == null ? "Declare it in \"args\"." : "Did you mean '" + nearest + "'?",
            use.place());
      }
    }
    warnOfNames(names, used);
  }

  private void warnOfNames(List<String> names, Set<String> used) {
    for (String name : names) {
      if (Names.isReserved(name)) {
        String message = "'" + name + "' has a different value inside every repeated node";
        problems.warning(Codes.RESERVED_NAME, message, "Choose another name.", publicPlace);
      } else if (!used.contains(name)) {
        String message = "argument '" + name + "' is declared but not used";
        problems.warning(Codes.NO_EFFECT, message, null, publicPlace);
      }
    }
  }

  /**
   * The inputs: the declared ones in order of declaration, then the others in document order. A
   * launch value overrides defaults for every name, declared or not.
   */
  List<Parameter> parameters() {
    Map<String, List<Use>> byName = new LinkedHashMap<>();
    if (publicArguments != null) {
      publicArguments.declarations().forEach(each -> byName.put(each.name(), new ArrayList<>()));
    }
    computed.forEach(each -> byName.putIfAbsent(each.name(), new ArrayList<>()));
    for (Use use : inOrder()) {
      byName.computeIfAbsent(use.mention().name(), unused -> new ArrayList<>()).add(use);
    }
    Map<String, Object> shown = shownDefaults();
    List<Parameter> parameters = new ArrayList<>();
    byName.forEach((name, own) -> parameters.add(parameter(name, own, shown.get(name))));
    for (Inherited each : inherited.values()) {
      if (each.needed() && !byName.containsKey(each.parameter().name())) {
        parameters.add(each.asOwn());
      }
    }
    return List.copyOf(parameters);
  }

  private List<Use> inOrder() {
    return uses.stream().sorted(Comparator.comparing(use -> use.place().mark())).toList();
  }

  private Parameter parameter(String name, List<Use> own, @Nullable Object defaultValue) {
    boolean required = !isComputed(name) && own.stream().anyMatch(Use::required);
    return new Parameter(name, typeOf(name, own), required, defaultValue);
  }

  private @Nullable ArgumentType typeOf(String name, List<Use> own) {
    Typed declared = types.get(name);
    if (declared != null) {
      return declared.type();
    }
    boolean array = own.stream().anyMatch(use -> use.mention().need() == Mention.Need.ARRAY);
    return array ? ArgumentType.of(ArgumentType.Kind.ARRAY) : null;
  }

  /** The first default of each name, except those that only pass on an outer value. */
  private Map<String, Object> shownDefaults() {
    Map<String, Object> shown = new HashMap<>();
    for (Default each : defaults) {
      if (!each.value().equals("{" + each.name() + "}")) {
        shown.putIfAbsent(each.name(), each.value());
      }
    }
    return shown;
  }
}
