package dev.escarole.recipe.form.value;

import java.util.Iterator;
import java.util.Map;

/** Writes values as JSON text. */
public final class JsonWriter {
  private final StringBuilder out;
  private final Budget budget;
  private final int indent;

  private JsonWriter(StringBuilder out, Budget budget, int indent) {
    this.out = out;
    this.budget = budget;
    this.indent = indent;
  }

  /** Appends compact JSON. */
  public static void write(FormValue value, StringBuilder out, Budget budget) {
    new JsonWriter(out, budget, 0).value(value, 0);
  }

  /** Appends a text as it is, and anything else as compact JSON. */
  public static void print(FormValue value, StringBuilder out, Budget budget) {
    if (value instanceof FormValue.Text text) {
      budget.text(text.value().length());
      out.append(text.value());
    } else {
      write(value, out, budget);
    }
  }

  /** JSON whose levels are indented by so many blanks; 0 for compact JSON. */
  public static String indented(FormValue value, int indent, Budget budget) {
    StringBuilder out = new StringBuilder();
    new JsonWriter(out, budget, indent).value(value, 0);
    return out.toString();
  }

  private void value(FormValue value, int depth) {
    if (value instanceof FormValue.Array array) {
      array(array, depth);
    } else if (value instanceof FormValue.Obj object) {
      object(object, depth);
    } else if (value instanceof FormValue.Text text) {
      quote(text.value());
    } else if (value instanceof FormValue.Num number) {
      append(number.text());
    } else if (value instanceof FormValue.Bool bool) {
      append(String.valueOf(bool.value()));
    } else if (value instanceof FormValue.Null) {
      append("null");
    } else {
      throw new FormException(
          FormCodes.EVALUATION, "bytes have no JSON", "Encode them with base64 first.", "");
    }
  }

  private void append(String text) {
    budget.text(text.length());
    out.append(text);
  }

  private void array(FormValue.Array array, int depth) {
    append("[");
    for (Iterator<FormValue> items = array.items().iterator(); items.hasNext(); ) {
      newLine(depth + 1);
      value(items.next(), depth + 1);
      append(items.hasNext() ? "," : "");
    }
    if (!array.items().isEmpty()) {
      newLine(depth);
    }
    append("]");
  }

  private void object(FormValue.Obj object, int depth) {
    append("{");
    var members = object.members().entrySet().iterator();
    while (members.hasNext()) {
      Map.Entry<String, FormValue.Member> member = members.next();
      newLine(depth + 1);
      quote(member.getKey());
      append(indent == 0 ? ":" : ": ");
      value(member.getValue().value(), depth + 1);
      append(members.hasNext() ? "," : "");
    }
    if (!object.members().isEmpty()) {
      newLine(depth);
    }
    append("}");
  }

  private void newLine(int depth) {
    if (indent > 0) {
      append("\n" + " ".repeat(indent * depth));
    }
  }

  private void quote(String text) {
    budget.text(text.length() + 2L);
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> character(text, i);
      }
    }
    out.append('"');
  }

  private void character(String text, int at) {
    char c = text.charAt(at);
    boolean paired =
        Character.isHighSurrogate(c)
            ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
            : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    if (c < ' ' || (Character.isSurrogate(c) && !paired)) {
      out.append(String.format("\\u%04x", (int) c));
    } else {
      out.append(c);
    }
  }
}
