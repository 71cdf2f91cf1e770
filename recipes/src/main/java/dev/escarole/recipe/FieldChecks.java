package dev.escarole.recipe;

import dev.escarole.recipe.SourceObject.Member;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NearestName;
import java.util.Map;
import java.util.Optional;

/**
 * Checks which fields stand on an object, where, and with which JSON types; not yet what they say.
 */
final class FieldChecks {
  /** What older dialects wrote, and what to write today. */
  private static final Map<String, String> RETIRED =
      Map.of(
          "pipe", "Write \"template\": [...] for an ordered composition.",
          "command", "Write \"template\": \"...\"; its first word is the command.",
          "critical", "Write \"failure\": \"root\".");

  private final Problems problems;

  FieldChecks(Problems problems) {
    this.problems = problems;
  }

  void check(SourceObject object, String pointer) {
    object
        .members()
        .forEach(
            (key, member) ->
                check(
                    key,
                    member,
                    object,
                    new Place(Pointers.child(pointer, key), member.keyMark())));
    boolean hasContent =
        object.get(Field.TEMPLATE.key()) != null
            || object.get("pipe") != null
            || object.get("command") != null;
    if (!hasContent) {
      problems.error(
          Codes.MISSING_TEMPLATE,
          "the object has no \"template\"",
          "Every node says what it runs: \"template\": \"command ...\".",
          Place.of(pointer, object));
    }
  }

  private void check(String key, Member member, SourceObject object, Place place) {
    Optional<Field> field = Field.ofKey(key);
    if (field.isEmpty()) {
      unknown(key, place);
      return;
    }
    checkHome(field.get(), object, place);
    checkHandleNode(field.get(), object, place);
    if (!field.get().shape().accepts(member.value())) {
      problems.error(
          Codes.WRONG_TYPE,
          "'"
              + key
              + "' must be "
              + field.get().shape().expectation()
              + ", not "
              + member.value().typeName(),
          null,
          Place.of(place.pointer(), member.value()));
    }
  }

  private void unknown(String key, Place place) {
    String today = RETIRED.get(key);
    if (today != null) {
      problems.error(Codes.RETIRED_FIELD, "'" + key + "' is no field any more", today, place);
      return;
    }
    String nearest = NearestName.of(key, Field.keys());
    problems.error(
        Codes.UNKNOWN_FIELD,
        "there is no field '" + key + "'",
        nearest == null
            ? "The fields are " + String.join(", ", Field.keys()) + "."
            : "Did you mean '" + nearest + "'?",
        place);
  }

  private void checkHome(Field field, SourceObject object, Place place) {
    boolean atRoot = place.pointer().indexOf('/', 1) < 0;
    if (field.home() == Field.Home.RECIPE && !atRoot) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "'" + field.key() + "' belongs to the recipe, not to a node inside it",
          field == Field.NAME
              ? "Write \"label\" to name a node."
              : "Move it to the top of the file.",
          place);
    }
    if (field.home() == Field.Home.PARALLEL_NODE && !isParallel(object)) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "'" + field.key() + "' means something only on a parallel node",
          "Write \"parallel\": true on this node, or leave the field out.",
          place);
    }
  }

  private void checkHandleNode(Field field, SourceObject object, Place place) {
    boolean handle = HandleNodes.isHandle(object.get(Field.TEMPLATE.key()));
    if (field.home() == Field.Home.HANDLE_NODE && !handle) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "'" + field.key() + "' means something only on a node whose template is a handle",
          "Write \"defaults\" to give values to a template.",
          place);
    }
  }

  private static boolean isParallel(SourceObject object) {
    SourceValue parallel = object.get(Field.PARALLEL.key());
    return parallel != null && Boolean.TRUE.equals(parallel.plain());
  }
}
