package dev.escarole.recipe;

import dev.escarole.recipe.ImportLoader.InvalidImportException;
import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.RecipeImport.Binding;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.JsonType;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.PlainValue;
import dev.escarole.recipe.template.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code imports} of a recipe. */
final class ImportsParser {
  static final int MOST = 256;
  static final String ALIAS = "[A-Za-z0-9_.-]+";

  private static final Pattern ALIASES = Pattern.compile(ALIAS);
  private static final String FROM = "from";
  private static final String DEFAULTS = "defaults";
  private static final String VALUES = "values";
  private static final List<String> FIELDS = List.of(FROM, DEFAULTS, VALUES);

  private final Problems problems;
  private final ImportLoader loader;
  private final String path;
  private final String file;

  /**
   * @param path of the importing file, in the library
   * @param file its name in messages
   */
  ImportsParser(Problems problems, ImportLoader loader, String path, String file) {
    this.problems = problems;
    this.loader = loader;
    this.path = path;
    this.file = file;
  }

  /** Returns the imports by alias and reports the problems of the invalid ones. */
  Map<String, Binding> read(SourceValue document) {
    if (HandleNodes.isHandle(document)
        || !(document.child(Setting.IMPORTS.key()) instanceof SourceObject imports)) {
      return Map.of();
    }
    String pointer = Pointers.child("", Setting.IMPORTS.key());
    if (imports.members().size() > MOST) {
      problems.error(
          Codes.OUT_OF_RANGE,
          "'imports' has more than " + MOST + " entries",
          null,
          Place.of(pointer, imports));
      return Map.of();
    }
    Map<String, Binding> read = new LinkedHashMap<>();
    imports.members().forEach((alias, member) -> read.put(alias, read(alias, member, pointer)));
    return read;
  }

  private Binding read(String alias, Member member, String parent) {
    String pointer = Pointers.child(parent, alias);
    if (!ALIASES.matcher(alias).matches()) {
      problems.error(
          Codes.BAD_NAME,
          "'" + alias + "' is not a valid name of an import",
          "Use letters, digits, _, . and -.",
          new Place(pointer, member.keyMark()));
    }
    SourceValue value = member.value();
    if (value.plain() instanceof String from) {
      return new Binding(target(alias, from, value, pointer), Map.of(), Map.of(), pointer);
    }
    if (!(value instanceof SourceObject object)) {
      problems.error(
          Codes.WRONG_TYPE,
          "an import must be a string or an object with \"from\", not " + value.typeName(),
          null,
          Place.of(pointer, value));
      return new Binding(null, Map.of(), Map.of(), pointer);
    }
    return read(alias, object, pointer);
  }

  private Binding read(String alias, SourceObject object, String pointer) {
    checkFields(object, pointer);
    SourceValue from = object.get(FROM);
    RecipeImport target = null;
    if (from == null || !(from.plain() instanceof String text)) {
      problems.error(
          from == null ? Codes.BAD_IMPORT : Codes.WRONG_TYPE,
          "the import '" + alias + "' needs \"from\", a string",
          "Write for example {\"from\": \"./merge.json\"}.",
          Place.of(pointer, from == null ? object : from));
    } else {
      target = target(alias, text, from, Pointers.child(pointer, FROM));
    }
    return new Binding(
        target, plain(object, VALUES, pointer), plain(object, DEFAULTS, pointer), pointer);
  }

  private void checkFields(SourceObject object, String pointer) {
    object
        .members()
        .forEach(
            (key, member) -> {
              if (!FIELDS.contains(key)) {
                Place place = new Place(Pointers.child(pointer, key), member.keyMark());
                String nearest = NearestName.of(key, FIELDS);
                problems.add(
                    nearest == null ? Severity.WARNING : Severity.ERROR,
                    Codes.UNKNOWN_FIELD,
                    "'" + key + "' is not a field of an import",
                    nearest == null ? null : "Did you mean '" + nearest + "'?",
                    place);
              }
            });
  }

  private Map<String, @Nullable Object> plain(SourceObject object, String field, String pointer) {
    SourceValue value = object.get(field);
    if (value == null || value.type() == JsonType.NULL) {
      return Map.of();
    }
    return plain(value, new Place(Pointers.child(pointer, field), value.mark()), problems);
  }

  /** The members of an object of values; reports the invalid ones. */
  static Map<String, @Nullable Object> plain(SourceValue value, Place place, Problems problems) {
    if (!(value instanceof SourceObject object)) {
      problems.error(Codes.WRONG_TYPE, "must be an object, not " + value.typeName(), null, place);
      return Map.of();
    }
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    object
        .members()
        .forEach(
            (name, member) -> {
              Place own = new Place(Pointers.child(place.pointer(), name), member.keyMark());
              if (DefaultsParser.isUsableName(name, Severity.WARNING, own, problems)) {
                Object plain = member.value().plain();
                values.put(name, plain == null ? null : PlainValue.normalised(plain));
              }
            });
    return values;
  }

  private @Nullable RecipeImport target(
      String alias, String from, SourceValue value, String pointer) {
    Mark mark = value.mark();
    try {
      Location place = new Location(file, mark.line(), mark.column(), pointer);
      return loader.load(alias, from, path, place);
    } catch (InvalidImportException invalid) {
      problems.errors(invalid.own(), new Place(pointer, mark));
      problems.addAll(invalid.inside());
      return null;
    }
  }
}
