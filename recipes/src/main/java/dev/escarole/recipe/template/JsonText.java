package dev.escarole.recipe.template;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values as compact JSON and parses values given as JSON text. */
public final class JsonText {
  private JsonText() {}

  /** Decides whether to continue after this many characters. */
  private interface Room {
    boolean after(int characters);
  }

  /** Compact JSON of a value. */
  public static String write(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value, length -> true);
    return out.toString();
  }

  /**
   * The same, metered and limited while it is written: resolved arrays can be much larger than
   * their source.
   */
  static String write(Object value, ResolutionMeter meter) {
    StringBuilder out = new StringBuilder();
    int[] metered = new int[1];
    write(
        out,
        value,
        length -> {
          meter.text(length - metered[0]);
          metered[0] = length;
          if (length > Text.LONGEST) {
            throw new TemplateException(
                Codes.TEXT_TOO_LONG,
                "an array or object is more than " + Text.LONGEST + " characters as JSON",
                "Pass large data in a file or on standard input.");
          }
          return true;
        });
    return out.toString();
  }

  /** At least the first {@code characters} characters of {@link #write}, and little more. */
  static String beginning(Object value, int characters) {
    StringBuilder out = new StringBuilder();
    write(out, value, length -> length <= characters);
    return out.toString();
  }

  /**
   * The value of the JSON {@code text}; null if it is not valid JSON, has a key twice in an object,
   * or is nested too deeply.
   */
  public static @Nullable Object parse(String text) {
    return JsonTextParser.parse(text);
  }

  /** Returns whether to continue. */
  private static boolean write(StringBuilder out, @Nullable Object value, Room room) {
    if (value instanceof List<?> list) {
      return writeList(out, list, room);
    }
    if (value instanceof Map<?, ?> map) {
      return writeMap(out, map, room);
    }
    if (value instanceof String text) {
      quote(out, text);
    } else {
      out.append(value == null ? "null" : PlainValue.text(value));
    }
    return room.after(out.length());
  }

  private static boolean writeList(StringBuilder out, List<?> list, Room room) {
    out.append('[');
    for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
      if (!write(out, items.next(), room)) {
        return false;
      }
      out.append(items.hasNext() ? "," : "");
    }
    out.append(']');
    return room.after(out.length());
  }

  private static boolean writeMap(StringBuilder out, Map<?, ?> map, Room room) {
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        entries.hasNext(); ) {
      Map.Entry<?, ?> entry = entries.next();
      quote(out, String.valueOf(entry.getKey()));
      out.append(':');
      if (!write(out, entry.getValue(), room)) {
        return false;
      }
      out.append(entries.hasNext() ? "," : "");
    }
    out.append('}');
    return room.after(out.length());
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
