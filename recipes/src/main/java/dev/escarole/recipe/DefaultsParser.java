package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.SourceValue.SourceArray;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.template.Arguments;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FactNames;
import dev.escarole.recipe.template.Names;
import dev.escarole.recipe.template.PlainValue;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class DefaultsParser {
  private final Problems problems;
  private final Inputs inputs;

  DefaultsParser(Problems problems, Inputs inputs) {
    this.problems = problems;
    this.inputs = inputs;
  }

  /** Returns the valid defaults and reports the problems of the others. */
  Map<String, Object> values(@Nullable SourceValue field, @Nullable Arguments args, Place place) {
    Map<String, Object> values = new LinkedHashMap<>();
    if (field instanceof SourceObject object) {
      object
          .members()
          .forEach(
              (name, member) -> {
                Place own = new Place(Pointers.child(place.pointer(), name), member.keyMark());
                if (isUsable(name, member, args, own)) {
                  Object value = member.value().plain();
                  if (value != null) {
                    values.put(name, PlainValue.normalised(value));
                  }
                }
              });
    }
    return values;
  }

  private boolean isUsable(String name, Member member, @Nullable Arguments args, Place place) {
    if (!isUsableName(name, Severity.WARNING, place, problems)) {
      return false;
    }
    var declared = args == null ? null : args.find(name);
    if (declared != null && declared.defaultText() != null) {
      problems.error(
          Codes.DUPLICATE_DEFAULT,
          "'" + name + "' has a default in \"args\" and another one in \"defaults\"",
          "Keep one of them.",
          place);
    }
    return textsAreSound(member.value(), place.pointer());
  }

  private boolean textsAreSound(SourceValue value, String pointer) {
    if (value instanceof SourceObject object) {
      return object.members().entrySet().stream()
              .filter(
                  each ->
                      !textsAreSound(
                          each.getValue().value(), Pointers.child(pointer, each.getKey())))
              .count()
          == 0;
    }
    if (value instanceof SourceArray array) {
      return array.items().stream().filter(item -> !textsAreSound(item, pointer)).count() == 0;
    }
    try {
      if (value.plain() instanceof String text) {
        problems.warnings(Text.parse(text), Place.of(pointer, value));
      }
      return true;
    } catch (TemplateException wrong) {
      problems.errors(wrong, Place.of(pointer, value));
      return false;
    }
  }

  /** Adds the defaults, and the names mentioned in them, to the inputs. */
  void mention(
      Map<String, Object> values, Place place, Surroundings inside, @Nullable SourceValue field) {
    values.forEach(
        (name, value) -> {
          SourceValue written = field == null ? null : field.child(name);
          Mark mark = written == null ? place.mark() : written.mark();
          Place own = new Place(Pointers.child(place.pointer(), name), mark);
          inputs.defaultValue(name, value, own);
          Text.in(value).forEach(t -> inputs.mentionInDefault(t.mentions(), name, own, inside));
        });
  }

  /**
   * Returns whether a value can have this name; if not, reports why.
   *
   * @param reserved the severity of a name that repeated nodes override
   */
  static boolean isUsableName(String name, Severity reserved, Place place, Problems problems) {
    if (!Names.isName(name)) {
      problems.error(
          Codes.BAD_NAME,
          "'" + name + "' is not a valid name",
          "A name starts with a letter or _, followed by letters, digits, _ and -.",
          place);
      return false;
    }
    if (FactNames.isFact(name)) {
      problems.error(
          Codes.RUN_FACT, "'" + name + "' is set by each run", "Choose another name.", place);
      return false;
    }
    if (!Names.isReserved(name)) {
      return true;
    }
    problems.add(
        reserved,
        Codes.RESERVED_NAME,
        "'" + name + "' has a different value inside every repeated node",
        "Choose another name.",
        place);
    return reserved == Severity.WARNING;
  }
}
