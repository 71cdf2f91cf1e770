package dev.escarole.recipe.form;

import dev.escarole.recipe.form.Query.SingularExpression;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormLimits;
import java.util.ArrayList;
import java.util.List;

/** Parses the three kinds of expressions of Tool Form (sections 2.6 and 2.7). */
final class Expressions {
  private final FormLimits limits;

  Expressions(FormLimits limits) {
    this.limits = limits;
  }

  /** An expression for one value: a query, whose root may be omitted, and transforms. */
  SingularExpression singular(String written) {
    String text = checked(written);
    String prefix = prefix(text);
    Cursor in = new Cursor(prefix + text, prefix.length());
    Query query = new QueryParser(in).query();
    List<Transform> transforms = new ArrayList<>();
    in.blanks();
    while (in.skip("|")) {
      in.blanks();
      transforms.add(Transform.named(name(in)));
      in.blanks();
    }
    if (!in.atEnd()) {
      throw in.wrong(
          "has unexpected text", "Write unusual names as ['name'], such as user['x-id'].");
    }
    return new SingularExpression(query, transforms);
  }

  private static String prefix(String text) {
    if (text.isEmpty() || "|.[".indexOf(text.charAt(0)) >= 0) {
      return "$";
    }
    int first = text.codePointAt(0);
    if (first == '$') {
      return "";
    }
    if (first == '*' || QueryParser.isNamePart(first, true)) {
      return "$.";
    }
    throw new FormException(
        FormCodes.SYNTAX,
        "'" + text + "' is not a query",
        "Start with $, a name, '.', '[' or '*'.",
        "");
  }

  private static String name(Cursor in) {
    int start = in.position();
    while (QueryParser.isNamePart(in.peek(), false) || in.peek() == '-') {
      in.advance(1);
    }
    return in.since(start);
  }

  /** A query that starts with the root. */
  Query query(String written) {
    String text = checked(written);
    if (!text.startsWith("$")) {
      throw new FormException(
          FormCodes.SYNTAX,
          "'" + text + "' does not start with $",
          "Write the full query: $.name.",
          "");
    }
    Cursor in = new Cursor(text, 0);
    Query query = new QueryParser(in).query();
    if (!in.atEnd()) {
      throw in.wrong("has unexpected text");
    }
    return query;
  }

  /** A condition on the arguments. */
  Filter condition(String written) {
    Cursor in = new Cursor(checked(written), 0);
    Filter filter = new FilterParser(in, new QueryParser(in)).filter();
    in.blanks();
    if (!in.atEnd()) {
      throw in.wrong("has unexpected text");
    }
    return filter;
  }

  private String checked(String written) {
    if (written.length() > limits.maxQuery()) {
      throw new FormException(
          FormCodes.LIMIT,
          "an expression is longer than " + limits.maxQuery() + " characters",
          null,
          "");
    }
    return written.strip();
  }
}
