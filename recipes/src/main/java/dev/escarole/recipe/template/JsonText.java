package dev.escarole.recipe.template;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compact JSON for values that print as JSON, and the reading of values that were given as text.
 */
public final class JsonText {
  private JsonText() {}

  /** Compact JSON of a value. */
  public static String write(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  /** The value that {@code text} writes; null when it is not JSON. */
  public static @Nullable Object parse(String text) {
    return new JsonTextParser(text).document();
  }

  private static void write(StringBuilder out, @Nullable Object value) {
    if (value instanceof List<?> list) {
      writeList(out, list);
    } else if (value instanceof Map<?, ?> map) {
      writeMap(out, map);
    } else if (value instanceof String text) {
      quote(out, text);
    } else {
      out.append(value == null ? "null" : PlainValue.text(value));
    }
  }

  private static void writeList(StringBuilder out, List<?> list) {
    out.append('[');
    for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
      write(out, items.next());
      out.append(items.hasNext() ? "," : "");
    }
    out.append(']');
  }

  private static void writeMap(StringBuilder out, Map<?, ?> map) {
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        entries.hasNext(); ) {
      Map.Entry<?, ?> entry = entries.next();
      quote(out, String.valueOf(entry.getKey()));
      out.append(':');
      write(out, entry.getValue());
      out.append(entries.hasNext() ? "," : "");
    }
    out.append('}');
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
