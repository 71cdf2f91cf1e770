package dev.escarole.recipe;

import dev.escarole.recipe.SourceObject.Member;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Setting;
import java.util.Map;

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
        hasTemplate(object) || object.get("pipe") != null || object.get("command") != null;
    if (!hasContent) {
      problems.error(
          Codes.MISSING_TEMPLATE,
          "the object has no \"template\"",
          "Every node says what it runs: \"template\": \"command ...\".",
          Place.of(pointer, object));
    }
  }

  private void check(String key, Member member, SourceObject object, Place place) {
    Setting setting = Setting.ofKey(key);
    if (setting == null) {
      unknown(key, object, place);
      return;
    }
    checkHome(setting, object, place);
    if (!setting.form().accepts(member.value().type())) {
      problems.error(
          Codes.WRONG_TYPE,
          "'"
              + key
              + "' must be "
              + setting.form().expectation()
              + ", not "
              + member.value().typeName(),
          null,
          Place.of(place.pointer(), member.value()));
    }
  }

  /** What may be meant as one of our fields is a mistake; what others use for themselves is not. */
  private void unknown(String key, SourceObject object, Place place) {
    String today = RETIRED.get(key);
    boolean replacesTemplate =
        (key.equals("pipe") || key.equals("command")) && !hasTemplate(object);
    if (replacesTemplate) {
      problems.error(Codes.RETIRED_FIELD, "'" + key + "' is no field any more", today, place);
      return;
    }
    if (key.isEmpty() || key.equals("<<")) {
      // Whoever writes a merge key believes that it brings fields in.
      problems.error(
          Codes.UNKNOWN_FIELD,
          "there is no field '" + key + "'",
          "YAML's merge keys are not followed; write the fields out.",
          place);
      return;
    }
    String meant = FieldSlips.meant(key);
    if (meant != null) {
      problems.error(
          Codes.UNKNOWN_FIELD,
          "there is no field '" + key + "'",
          "Did you mean '" + meant + "'?",
          place);
      return;
    }
    problems.warning(
        today == null ? Codes.UNKNOWN_FIELD : Codes.RETIRED_FIELD,
        "'" + key + "' is no field of this language and changes nothing",
        today,
        place);
  }

  private static boolean hasTemplate(SourceObject object) {
    return object.get(Setting.TEMPLATE.key()) != null;
  }

  private void checkHome(Setting setting, SourceObject object, Place place) {
    boolean atRoot = place.pointer().indexOf('/', 1) < 0;
    if (setting == Setting.DESCRIPTION && !atRoot) {
      problems.warning(
          Codes.MISPLACED_FIELD,
          "'description' changes nothing on a node inside the recipe",
          "Write \"label\" to name a node.",
          place);
    } else if (setting.home() == Setting.Home.RECIPE && !atRoot) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "'" + setting.key() + "' belongs to the recipe, not to a node inside it",
          setting == Setting.NAME ? "Write \"label\" to name a node." : setting.home().hint(),
          place);
    }
    if (!isHome(setting.home(), object)) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "'" + setting.key() + "' means something only on a " + setting.home().words(),
          setting.home().hint(),
          place);
    }
  }

  /** Whether a setting for homes of this kind means something on the node, wherever that stands. */
  private static boolean isHome(Setting.Home home, SourceObject node) {
    return switch (home) {
      case RECIPE, NODE -> true;
      case PARALLEL_NODE -> isParallel(node);
      case HANDLE_NODE -> HandleNodes.isHandle(node.get(Setting.TEMPLATE.key()));
    };
  }

  private static boolean isParallel(SourceObject object) {
    SourceValue parallel = object.get(Setting.PARALLEL.key());
    return parallel != null && Boolean.TRUE.equals(parallel.plain());
  }
}
