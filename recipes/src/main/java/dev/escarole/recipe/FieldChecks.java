package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the fields of an object: their names, places and JSON types, but not their values. */
final class FieldChecks {
  /** Fields of older dialects, with their replacements. */
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
        hasTemplate(object)
            || awaits(object)
            || ImportNodes.isImport(object, pointer)
            || object.get("pipe") != null
            || object.get("command") != null;
    if (!hasContent) {
      problems.error(
          Codes.MISSING_TEMPLATE,
          "the object has no \"template\"",
          "Every node needs one: \"template\": \"command ...\".",
          Place.of(pointer, object));
    }
  }

  private void check(String key, Member member, SourceObject object, Place place) {
    Setting setting = Setting.ofKey(key);
    if (setting == null) {
      unknown(key, object, place);
      return;
    }
    if (setting == Setting.ARTIFACTS && isOfAnotherHost(member, place)) {
      problems.warning(
          Codes.UNKNOWN_FIELD,
          "'artifacts' in this form is not a field of this language and has no effect",
          "To keep files, write an object in the recipe itself: {\"report\": \"out/*.md\"}.",
          place);
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

  /** Other hosts have a field of this name too. */
  private static boolean isOfAnotherHost(Member member, Place place) {
    boolean atRoot = place.pointer().indexOf('/', 1) < 0;
    return !atRoot || !(member.value() instanceof SourceObject);
  }

  /** A misspelt field is an error; a field that belongs to another tool is only a warning. */
  private void unknown(String key, SourceObject object, Place place) {
    String today = RETIRED.get(key);
    boolean replacesTemplate =
        (key.equals("pipe") || key.equals("command")) && !hasTemplate(object);
    if (replacesTemplate) {
      problems.error(Codes.RETIRED_FIELD, "'" + key + "' is no longer a field", today, place);
      return;
    }
    if (key.isEmpty() || key.equals("<<")) {
      // An ignored merge key would silently lose the fields that it names.
      problems.error(
          Codes.UNKNOWN_FIELD,
          "unknown field '" + key + "'",
          "YAML merge keys are not supported; write the fields out.",
          place);
      return;
    }
    String meant = suggestion(key);
    if (meant != null) {
      problems.error(
          Codes.UNKNOWN_FIELD,
          "unknown field '" + key + "'",
          "Did you mean '" + meant + "'?",
          place);
      return;
    }
    problems.warning(
        today == null ? Codes.UNKNOWN_FIELD : Codes.RETIRED_FIELD,
        "'" + key + "' is not a field of this language and has no effect",
        today,
        place);
  }

  private static boolean hasTemplate(SourceObject object) {
    return object.get(Setting.TEMPLATE.key()) != null;
  }

  private void checkHome(Setting setting, SourceObject object, Place place) {
    boolean atRoot = place.pointer().indexOf('/', 1) < 0;
    boolean imports = !atRoot && ImportNodes.isImport(object, place.pointer());
    if (setting == Setting.NAME && imports) {
      return;
    }
    if (setting == Setting.DESCRIPTION && !atRoot) {
      problems.warning(
          Codes.MISPLACED_FIELD,
          "'description' has no effect on a node inside the recipe",
          "Write \"label\" to name a node.",
          place);
    } else if (setting.home() == Setting.Home.RECIPE && !atRoot) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "'" + setting.key() + "' belongs to the recipe, not to a node inside it",
          setting == Setting.NAME ? "Write \"label\" to name a node." : setting.home().hint(),
          place);
    }
    if (setting == Setting.AWAIT && hasTemplate(object)) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "a node with 'template' cannot have 'await'",
          "Make the wait a step of its own: [{\"await\": \"approval\"}, ...].",
          place);
    }
    boolean ofImport = setting.home() == Setting.Home.IMPORT_NODE;
    if (ofImport ? !atRoot && !imports : !isHome(setting.home(), object)) {
      problems.error(
          Codes.MISPLACED_FIELD,
          "'" + setting.key() + "' is valid only on a " + setting.home().words(),
          setting.home().hint(),
          place);
    }
  }

  /** Whether a setting with this home is valid on the node. */
  private static boolean isHome(Setting.Home home, SourceObject node) {
    return switch (home) {
      case RECIPE, NODE, IMPORT_NODE -> true;
      case PARALLEL_NODE -> isParallel(node);
      case HANDLE_NODE -> HandleNodes.isHandle(node.get(Setting.TEMPLATE.key()));
      case AWAIT_NODE -> awaits(node);
      case APPROVAL_NODE -> awaits(node) && !AwaitNodes.isCallback(node);
    };
  }

  private static boolean awaits(SourceObject object) {
    return object.get(Setting.AWAIT.key()) != null;
  }

  private static boolean isParallel(SourceObject object) {
    SourceValue parallel = object.get(Setting.PARALLEL.key());
    return parallel != null && Boolean.TRUE.equals(parallel.plain());
  }

  private static final int LONG_WORD = 8;

  /** Suffixes of fields that state another unit. */
  private static final Set<String> UNITS =
      Set.of("ms", "millis", "milliseconds", "s", "sec", "secs", "seconds", "minutes");

  /** The field that {@code key} probably misspells, or null. */
  static @Nullable String suggestion(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    for (String field : candidates()) {
      if (NearestName.isTypo(lower, field, lower.length() >= LONG_WORD ? 2 : 1)
          || isVariant(plain(lower), plain(field))) {
        return field;
      }
    }
    return null;
  }

  /** The fields that can be misspelt: all but {@code $schema}. */
  static List<String> candidates() {
    return Arrays.stream(Setting.values())
        .map(Setting::key)
        .filter(key -> !key.startsWith("$"))
        .toList();
  }

  /** {@code minSuccessful}, {@code retries}, {@code timeout_ms}. */
  private static boolean isVariant(String written, String field) {
    if (written.equals(field)) {
      return true;
    }
    if (written.endsWith("ies") && field.endsWith("y")) {
      return written
          .substring(0, written.length() - 3)
          .equals(field.substring(0, field.length() - 1));
    }
    return written.startsWith(field) && UNITS.contains(written.substring(field.length()));
  }

  private static String plain(String key) {
    return key.replace("_", "").replace("-", "");
  }
}
