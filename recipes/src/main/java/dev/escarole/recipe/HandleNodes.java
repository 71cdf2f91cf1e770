package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceArray;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.template.CallArguments;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments that a node passes to the handle it calls. Reads only the parameter names of
 * the handle and does not validate it.
 */
final class HandleNodes {
  private final Problems problems;
  private final Inputs inputs;

  HandleNodes(Problems problems, Inputs inputs) {
    this.problems = problems;
    this.inputs = inputs;
  }

  /** Whether a value is a Command Handle: an object that names a handler. */
  static boolean isHandle(@Nullable SourceValue value) {
    return value instanceof SourceObject object
        && (object.get("handle") != null || object.get("handler") != null);
  }

  /**
   * The arguments of a handle: those of the node's {@code with}, or else the values of the same
   * names.
   */
  CallArguments arguments(
      SourceObject handle, String pointer, @Nullable SourceValue with, Surroundings inside) {
    if (with != null) {
      return with instanceof SourceObject object
          ? written(object, Pointers.child(pointer, Setting.WITH.key()), inside)
          : CallArguments.written(Map.of());
    }
    CallArguments named = sameNames(handle, pointer, inside);
    return named == null ? CallArguments.written(Map.of()) : named;
  }

  /** The arguments of a handle that is the whole file: all values of the run. */
  CallArguments ofWholeFile(SourceObject handle) {
    CallArguments named = sameNames(handle, "", Surroundings.NONE);
    return named == null ? CallArguments.everything() : named;
  }

  private @Nullable CallArguments sameNames(
      SourceObject handle, String pointer, Surroundings inside) {
    if (!(Pointers.find(handle, "/parameters/properties") instanceof SourceObject declared)) {
      return null;
    }
    CallArguments arguments = CallArguments.sameNames(required(handle, declared));
    Place place = Place.of(pointer, declared);
    inputs.mention(arguments.mentions(), place, inside);
    defaults(declared).forEach((name, value) -> inputs.defaultValue(name, value, place));
    return arguments;
  }

  private static Map<String, Boolean> required(SourceObject handle, SourceObject declared) {
    Map<String, Boolean> names = new LinkedHashMap<>();
    declared.members().keySet().forEach(name -> names.put(name, false));
    if (Pointers.find(handle, "/parameters/required") instanceof SourceArray required) {
      required.items().forEach(item -> names.computeIfPresent("" + item.plain(), (n, r) -> true));
    }
    defaults(declared).keySet().forEach(name -> names.put(name, false));
    return names;
  }

  /** The defaults of the handle's parameters; their texts contain no placeholders. */
  private static Map<String, Object> defaults(SourceObject declared) {
    Map<String, Object> defaults = new LinkedHashMap<>();
    declared
        .members()
        .forEach(
            (name, member) -> {
              SourceValue value = member.value().child("default");
              Object plain = value == null ? null : value.plain();
              if (plain != null) {
                defaults.put(name, plain);
              }
            });
    return defaults;
  }

  private CallArguments written(SourceObject with, String pointer, Surroundings inside) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    with.members().forEach((name, member) -> note(name, member, pointer, inside, values));
    return CallArguments.written(values);
  }

  private void note(
      String name,
      Member member,
      String pointer,
      Surroundings inside,
      Map<String, @Nullable Object> values) {
    Place place = Place.of(Pointers.child(pointer, name), member.value());
    Object value = member.value().plain();
    try {
      Text.in(value).forEach(text -> inputs.mention(text.mentions(), place, inside));
      values.put(name, value);
    } catch (TemplateException wrong) {
      problems.errors(wrong, place);
    }
  }
}
