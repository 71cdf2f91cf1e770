package dev.escarole.engine.rehearsal;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object of a test file; collects what is wrong with it. */
final class Fields {

  static final String BAD_TEST = "bad-test";

  private final Document document;
  private final String pointer;
  private final Map<?, ?> object;
  private final List<Problem> problems;

  private Fields(Document document, String pointer, Map<?, ?> object, List<Problem> problems) {
    this.document = document;
    this.pointer = pointer;
    this.object = object;
    this.problems = problems;
  }

  /**
   * The fields of a value, none if it is not an object.
   *
   * @param known the names that it can have
   */
  static Fields of(
      Document document,
      String pointer,
      @Nullable Object value,
      Collection<String> known,
      List<Problem> problems) {
    Map<?, ?> object = value instanceof Map<?, ?> map ? map : Map.of();
    Fields fields = new Fields(document, pointer, object, problems);
    if (!(value instanceof Map<?, ?>)) {
      fields.wrong("", "must be an object", "It can have " + String.join(", ", known) + ".");
    }
    for (Object key : object.keySet()) {
      String name = String.valueOf(key);
      if (!known.contains(name)) {
        String nearest = NearestName.of(name, known);
        fields.wrong(
            Pointer.of("", name),
            "'" + name + "' is not a field",
            nearest == null
                ? "Fields here are " + String.join(", ", known) + "."
                : "Did you mean '" + nearest + "'?");
      }
    }
    return fields;
  }

  /** Reports something at a place below this object. */
  void wrong(String below, String message, @Nullable String hint) {
    problems.add(document.error(BAD_TEST, message, hint, pointer + below));
  }

  /** The pointer of a field. */
  String at(String name) {
    return Pointer.of(pointer, name);
  }

  boolean has(String name) {
    return object.containsKey(name);
  }

  @Nullable Object value(String name) {
    return object.get(name);
  }

  @Nullable String text(String name) {
    return typed(name, String.class, "a text");
  }

  @Nullable Boolean bool(String name) {
    return typed(name, Boolean.class, "true or false");
  }

  /** A number in a range. */
  @Nullable Long number(String name, long least, long most) {
    String range = "a whole number from " + least + " to " + most;
    Long number = typed(name, Long.class, range);
    if (number != null && (number < least || number > most)) {
      wrong(Pointer.of("", name), "'" + name + "' must be " + range, null);
      return null;
    }
    return number;
  }

  /** The entries of an object, in order; none if it is absent. */
  Map<String, @Nullable Object> entries(String name) {
    Map<?, ?> map = typed(name, Map.class, "an object");
    Map<String, @Nullable Object> entries = new LinkedHashMap<>();
    if (map != null) {
      map.forEach((key, value) -> entries.put(String.valueOf(key), value));
    }
    return entries;
  }

  /** A text or an array of texts; none if it is absent. */
  List<String> texts(String name) {
    if (value(name) instanceof String one) {
      return List.of(one);
    }
    List<?> list = typed(name, List.class, "a text or an array of texts");
    List<String> texts = new ArrayList<>();
    if (list != null) {
      for (Object each : list) {
        if (each instanceof String text) {
          texts.add(text);
        } else {
          wrong(Pointer.of("", name), "'" + name + "' must be a text or an array of texts", null);
          return List.of();
        }
      }
    }
    return texts;
  }

  private <T> @Nullable T typed(String name, Class<T> type, String words) {
    Object value = object.get(name);
    if (value == null || type.isInstance(value)) {
      if (value == null && object.containsKey(name)) {
        wrong(Pointer.of("", name), "'" + name + "' must be " + words, null);
      }
      return type.cast(value);
    }
    wrong(Pointer.of("", name), "'" + name + "' must be " + words, null);
    return null;
  }
}
