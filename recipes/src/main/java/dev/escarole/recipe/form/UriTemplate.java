package dev.escarole.recipe.form;

import dev.escarole.recipe.form.Query.SingularExpression;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A URI template (RFC 6570, level 4). Immutable. */
record UriTemplate(List<Part> parts) {
  private static final Pattern NAME =
      Pattern.compile("(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*");
  private static final int MOST_PREFIX_DIGITS = 4;

  UriTemplate {
    parts = List.copyOf(parts);
  }

  /** Literal text, or an expression if {@code written} is null. */
  record Part(@Nullable String written, UriStyle style, List<Variable> variables) {
    static Part written(String text) {
      return new Part(text, UriStyle.SIMPLE, List.of());
    }
  }

  /**
   * A variable of an expression.
   *
   * @param prefix number of characters; 0 for all
   */
  record Variable(String name, SingularExpression value, int prefix, boolean exploded) {}

  /**
   * Reads a template.
   *
   * @param variables expressions by name; other names are looked up in the arguments
   */
  static UriTemplate parse(String text, Map<String, String> variables, Expressions expressions) {
    List<Part> parts = new ArrayList<>();
    int at = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw wrong("'{' without a following '}'");
      }
      parts.add(Part.written(text.substring(at, open)));
      parts.add(expression(text.substring(open + 1, close), variables, expressions));
      at = close + 1;
    }
    parts.add(Part.written(text.substring(at)));
    return new UriTemplate(parts);
  }

  private static Part expression(
      String text, Map<String, String> variables, Expressions expressions) {
    UriStyle style = UriStyle.of(text.isEmpty() ? '\0' : text.charAt(0));
    List<Variable> all = new ArrayList<>();
    for (String each : text.substring(style == UriStyle.SIMPLE ? 0 : 1).split(",", -1)) {
      all.add(variable(each, variables, expressions));
    }
    return new Part(null, style, List.copyOf(all));
  }

  private static Variable variable(
      String text, Map<String, String> variables, Expressions expressions) {
    boolean exploded = text.endsWith("*");
    int colon = text.indexOf(':');
    String name =
        text.substring(0, exploded ? text.length() - 1 : colon < 0 ? text.length() : colon);
    int prefix = colon < 0 || exploded ? 0 : prefix(text.substring(colon + 1));
    if (!NAME.matcher(name).matches()) {
      throw wrong("'{" + text + "}', which is not a variable name");
    }
    String query = variables.get(name);
    return new Variable(
        name, expressions.singular(query == null ? "$['" + name + "']" : query), prefix, exploded);
  }

  private static int prefix(String digits) {
    if (!digits.matches("[1-9][0-9]*") || digits.length() > MOST_PREFIX_DIGITS) {
      throw wrong("a prefix that is not a number from 1 to 9999");
    }
    return Integer.parseInt(digits);
  }

  private static FormException wrong(String what) {
    return new FormException(FormCodes.SYNTAX, "the URI template has " + what, null, "");
  }

  FormValue evaluate(Query.Scope scope) {
    StringBuilder out = new StringBuilder();
    Provenance provenance = Provenance.LITERAL;
    for (Part part : parts) {
      int before = out.length();
      boolean tainted = part.written() == null && expand(part, scope, out);
      if (part.written() != null) {
        UriStyle.encode(part.written(), true, out);
      }
      if (tainted && out.length() > before && provenance == Provenance.LITERAL) {
        provenance = before == 0 ? Provenance.DYNAMIC : Provenance.MIXED;
      }
      scope.budget().text((long) out.length() - before);
    }
    return new FormValue.Text(out.toString(), provenance);
  }

  /** Expands a part; returns whether any of the text is from the caller. */
  private static boolean expand(Part part, Query.Scope scope, StringBuilder out) {
    boolean tainted = false;
    String separator = part.style().first();
    for (Variable variable : part.variables()) {
      FormValue value = variable.value().evaluate(scope);
      String text = value == null ? null : part.style().expand(variable, value);
      if (text != null && value != null) {
        out.append(separator).append(text);
        separator = part.style().separator();
        tainted |= Values.tainted(value);
      }
    }
    return tainted;
  }
}
