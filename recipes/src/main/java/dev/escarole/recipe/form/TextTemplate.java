package dev.escarole.recipe.form;

import dev.escarole.recipe.form.Query.SingularExpression;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text with expressions in double braces (Tool Form, section 2.8). Immutable. */
record TextTemplate(List<Part> parts) {

  /** Written text, or an expression. */
  record Part(String written, @Nullable SingularExpression expression) {}

  TextTemplate {
    parts = List.copyOf(parts);
  }

  /**
   * Reads a template.
   *
   * @throws FormException if braces or backslashes are unbalanced
   */
  static TextTemplate parse(String text, Expressions expressions) {
    return new TextTemplate(new Reader(text, expressions).parts());
  }

  /** The text if it has no expressions, or else null. */
  @Nullable String written() {
    if (parts.isEmpty()) {
      return "";
    }
    return parts.size() == 1 && parts.get(0).expression() == null ? parts.get(0).written() : null;
  }

  FormValue.Text evaluate(Query.Scope scope) {
    StringBuilder out = new StringBuilder();
    Provenance provenance = Provenance.LITERAL;
    for (Part part : parts) {
      int before = out.length();
      Provenance added = append(part, scope, out);
      boolean changes = out.length() > before && added != Provenance.LITERAL;
      if (changes && before == 0) {
        provenance = added;
      } else if (changes && provenance == Provenance.LITERAL) {
        provenance = Provenance.MIXED;
      }
    }
    return new FormValue.Text(out.toString(), provenance);
  }

  private static Provenance append(Part part, Query.Scope scope, StringBuilder out) {
    if (part.expression() == null) {
      scope.budget().text(part.written().length());
      out.append(part.written());
      return Provenance.LITERAL;
    }
    FormValue value = part.expression().evaluate(scope);
    if (value == null) {
      return Provenance.LITERAL;
    }
    JsonWriter.print(value, out, scope.budget());
    return value instanceof FormValue.Text ? value.provenance() : Values.madeOf(value);
  }

  /** Splits a template into its parts. */
  private static final class Reader {
    private final String text;
    private final Expressions expressions;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder written = new StringBuilder();

    Reader(String text, Expressions expressions) {
      this.text = text;
      this.expressions = expressions;
    }

    List<Part> parts() {
      int at = 0;
      while (at < text.length()) {
        if (text.charAt(at) == '\\') {
          written.append(escaped(at + 1));
          at += 2;
        } else if (text.startsWith("{{", at)) {
          at = expression(at + 2);
        } else if (text.startsWith("}}", at)) {
          throw wrong("has '}}' without a preceding '{{'", "Write \\} for a literal brace.");
        } else {
          written.append(text.charAt(at));
          at++;
        }
      }
      flush();
      return parts;
    }

    private char escaped(int at) {
      char c = at < text.length() ? text.charAt(at) : '\0';
      if (c != '\\' && c != '{' && c != '}') {
        throw wrong(
            "has a backslash that is not followed by a backslash or a brace",
            "Write two backslashes for one; in JSON, that is four.");
      }
      return c;
    }

    private int expression(int start) {
      int end = text.indexOf("}}", start);
      if (end < 0) {
        throw wrong("has '{{' without a following '}}'", "Write \\{ for a literal brace.");
      }
      flush();
      parts.add(new Part("", expressions.singular(text.substring(start, end))));
      return end + 2;
    }

    private void flush() {
      if (!written.isEmpty()) {
        parts.add(new Part(written.toString(), null));
        written.setLength(0);
      }
    }

    private FormException wrong(String why, String hint) {
      return new FormException(FormCodes.SYNTAX, "the text " + why, hint, "");
    }
  }
}
