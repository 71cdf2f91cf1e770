package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code dirs} of a recipe. */
final class DirsParser {

  /** Path of a directory, part by part. */
  static final String PATH = "(?:/(?![.]{1,2}(?:/|$))[^/\\\\:\\x00-\\x1f]+)+";

  private static final Pattern GUEST = Pattern.compile(PATH);

  /** The directories that the engine makes. */
  private static final List<String> TAKEN = List.of("/workspace", "/inputs", "/recipe");

  private static final Set<String> FIELDS = Set.of("mode", "why");
  private static final Set<String> MODES = Set.of("ro", "rw");

  /** Longest path of a directory for commands. */
  static final int LONGEST = 1_000;

  private static final int LONGEST_WHY = 500;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]+");

  private final Problems problems;
  private final String base;

  /**
   * @param base what precedes the pointers of the recipe
   */
  DirsParser(Problems problems, String base) {
    this.problems = problems;
    this.base = base;
  }

  /** Returns the valid entries and reports the problems of the others. */
  List<WantedDirectory> entries(SourceValue document) {
    if (HandleNodes.isHandle(document)
        || !(document.child(Setting.DIRS.key()) instanceof SourceObject dirs)) {
      return List.of();
    }
    String pointer = Pointers.child("", Setting.DIRS.key());
    if (dirs.members().size() > WantedDirectory.MOST) {
      problems.error(
          Codes.OUT_OF_RANGE,
          "'dirs' has %d entries, more than %d"
              .formatted(dirs.members().size(), WantedDirectory.MOST),
          "Ask for a directory that contains the others.",
          Place.of(pointer, dirs));
      return List.of();
    }
    List<WantedDirectory> entries = new ArrayList<>();
    dirs.members()
        .forEach(
            (guest, member) -> {
              String own = Pointers.child(pointer, guest);
              WantedDirectory wanted = entry(guest, member, own);
              if (wanted != null) {
                entries.add(wanted);
              }
            });
    return entries;
  }

  private @Nullable WantedDirectory entry(String guest, Member member, String pointer) {
    Place place = new Place(pointer, member.keyMark());
    boolean taken = TAKEN.stream().anyMatch(each -> (guest + '/').startsWith(each + '/'));
    if (taken || guest.length() > LONGEST || !GUEST.matcher(guest).matches()) {
      problems.error(
          Codes.BAD_DIRECTORY,
          taken
              ? "'" + guest + "' is a directory of the run itself"
              : "'" + guest + "' is not a path of a directory for commands",
          "Write an absolute path such as /books, other than " + String.join(", ", TAKEN) + ".",
          place);
      return null;
    }
    SourceValue value = member.value();
    if (value.plain() instanceof String why) {
      return new WantedDirectory(guest, false, shown(why), base + pointer);
    }
    if (!(value instanceof SourceObject object)) {
      problems.error(
          Codes.WRONG_TYPE,
          "a directory must be described by a string or an object, not " + value.typeName(),
          "Write what it is for, or {\"mode\": \"rw\", \"why\": \"...\"}.",
          Place.of(pointer, value));
      return null;
    }
    return described(guest, object, pointer);
  }

  private @Nullable WantedDirectory described(String guest, SourceObject object, String pointer) {
    boolean valid = true;
    for (var field : object.members().entrySet()) {
      Place place = new Place(Pointers.child(pointer, field.getKey()), field.getValue().keyMark());
      boolean text = field.getValue().value().plain() instanceof String;
      if (!FIELDS.contains(field.getKey()) || !text) {
        problems.error(
            text ? Codes.UNKNOWN_FIELD : Codes.WRONG_TYPE,
            text
                ? "unknown field '" + field.getKey() + "'"
                : "'" + field.getKey() + "' must be a string",
            "A directory has 'mode' and 'why'.",
            place);
        valid = false;
      }
    }
    String mode = text(object, "mode", "ro");
    if (valid && !MODES.contains(mode)) {
      problems.error(
          Codes.BAD_VALUE,
          "'" + mode + "' is not a mode of a directory",
          "Write ro for reading, or rw for changing its contents.",
          Place.of(pointer, object));
      valid = false;
    }
    return valid
        ? new WantedDirectory(
            guest, mode.equals("rw"), shown(text(object, "why", "")), base + pointer)
        : null;
  }

  private static String text(SourceObject object, String key, String otherwise) {
    SourceValue value = object.get(key);
    return value != null && value.plain() instanceof String text ? text : otherwise;
  }

  private static String shown(String why) {
    String line = CONTROL.matcher(why).replaceAll(" ").strip();
    return line.length() <= LONGEST_WHY ? line : line.substring(0, LONGEST_WHY) + "\u2026";
  }
}
