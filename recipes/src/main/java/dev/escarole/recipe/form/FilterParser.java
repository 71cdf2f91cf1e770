package dev.escarole.recipe.form;

import com.google.re2j.Pattern;
import dev.escarole.recipe.form.Filter.Operand;
import dev.escarole.recipe.form.QueryParser.QuotedText;
import dev.escarole.recipe.form.value.FormValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses logical expressions (RFC 9535, sections 2.3.5 and 2.4). */
final class FilterParser {
  private static final int MOST_NUMBER_CHARACTERS = 64;

  private final Cursor in;
  private final QueryParser queries;

  FilterParser(Cursor in, QueryParser queries) {
    this.in = in;
    this.queries = queries;
  }

  Filter filter() {
    in.enter();
    List<Filter> parts = new ArrayList<>();
    do {
      in.blanks();
      parts.add(conjunction());
    } while (skipSign("||"));
    in.leave();
    return parts.size() == 1
        ? parts.get(0)
        : (scope, current) -> parts.stream().anyMatch(part -> part.test(scope, current));
  }

  private Filter conjunction() {
    List<Filter> parts = new ArrayList<>();
    do {
      in.blanks();
      parts.add(basic());
    } while (skipSign("&&"));
    return parts.size() == 1
        ? parts.get(0)
        : (scope, current) -> parts.stream().allMatch(part -> part.test(scope, current));
  }

  private boolean skipSign(String sign) {
    int start = in.position();
    in.blanks();
    if (in.skip(sign)) {
      return true;
    }
    in.back(start);
    return false;
  }

  private Filter basic() {
    boolean negated = in.skip("!");
    if (negated) {
      in.blanks();
    }
    if (in.skip("(")) {
      Filter inner = filter();
      in.blanks();
      in.expect(")");
      return negated ? not(inner) : inner;
    }
    Term term = term();
    String sign = negated ? null : sign();
    Filter filter = sign == null ? tested(term) : compared(term, sign);
    return negated ? not(filter) : filter;
  }

  private static Filter not(Filter part) {
    return (scope, current) -> !part.test(scope, current);
  }

  /** A term that is tested or compared; exactly one component is set. */
  private record Term(@Nullable Query query, @Nullable Operand operand, @Nullable Filter filter) {
    static Term of(Operand operand) {
      return new Term(null, operand, null);
    }
  }

  private Filter tested(Term term) {
    if (term.query() != null) {
      return Filter.exists(term.query());
    }
    if (term.filter() != null) {
      return term.filter();
    }
    throw in.wrong("has a value where a condition is expected", "Compare it: == 'value'.");
  }

  private Filter compared(Term left, String sign) {
    in.blanks();
    return Filter.comparison(operand(left), sign, operand(term()));
  }

  private Operand operand(Term term) {
    if (term.operand() != null) {
      return term.operand();
    }
    Query query = term.query();
    if (query != null && query.singular()) {
      return query::single;
    }
    throw in.wrong(
        "compares something that is not a single value",
        "Compare literals, queries for one value, length(), count() and value().");
  }

  private @Nullable String sign() {
    return Filter.SIGNS.stream().filter(this::skipSign).findFirst().orElse(null);
  }

  private Term term() {
    char first = in.peek();
    if (first == '$' || first == '@') {
      return new Term(queries.query(), null, null);
    }
    if (first == '"' || first == '\'') {
      return literal(new QuotedText(in).read());
    }
    if (first == '-' || (first >= '0' && first <= '9')) {
      return literal(number());
    }
    return named();
  }

  private static Term literal(@Nullable Object plain) {
    return Term.of(new Operand.Literal(FormValue.literal(plain)));
  }

  private BigDecimal number() {
    int start = in.position();
    in.skip("-");
    int whole = in.position();
    digits();
    if (in.since(whole).startsWith("0") && in.since(whole).length() > 1) {
      throw in.wrong("has a number with leading zeros");
    }
    if (in.skip(".")) {
      digits();
    }
    if (in.skip("e") || in.skip("E")) {
      if (!in.skip("-")) {
        in.skip("+");
      }
      digits();
    }
    String written = in.since(start);
    if (written.length() > MOST_NUMBER_CHARACTERS) {
      throw in.wrong("has a number of more than " + MOST_NUMBER_CHARACTERS + " characters");
    }
    try {
      return new BigDecimal(written);
    } catch (NumberFormatException tooLarge) {
      throw in.wrong("has a number that is too large");
    }
  }

  private void digits() {
    int start = in.position();
    while (in.peek() >= '0' && in.peek() <= '9') {
      in.advance(1);
    }
    if (in.position() == start) {
      throw in.wrong("needs a digit");
    }
  }

  private Term named() {
    int start = in.position();
    while (!in.atEnd() && QueryParser.isNamePart(in.peekCodePoint(), false)) {
      in.advance(Character.charCount(in.peekCodePoint()));
    }
    String name = in.since(start);
    if (in.peek() == '(' && !name.isEmpty()) {
      return function(name, start);
    }
    return switch (name) {
      case "true" -> literal(true);
      case "false" -> literal(false);
      case "null" -> literal(null);
      default -> {
        in.back(start);
        throw in.wrong(
            "needs a condition", "Queries in conditions begin with $ or @: write $.name.");
      }
    };
  }

  private Term function(String name, int start) {
    in.expect("(");
    in.enter();
    in.blanks();
    Term term =
        switch (name) {
          case "length" -> Term.of(Operand.length(operand(term())));
          case "count" -> Term.of(Operand.count(queryArgument()));
          case "value" -> Term.of(Operand.only(queryArgument()));
          case "match" -> match(true);
          case "search" -> match(false);
          default -> {
            in.back(start);
            throw in.wrong(
                "calls an unknown function",
                "The functions are length, count, value, match and search.");
          }
        };
    in.blanks();
    in.expect(")");
    in.leave();
    return term;
  }

  private Query queryArgument() {
    Term argument = term();
    if (argument.query() == null) {
      throw in.wrong("needs a query as the argument of a function");
    }
    return argument.query();
  }

  private Term match(boolean whole) {
    Operand text = operand(term());
    in.blanks();
    in.expect(",");
    in.blanks();
    Operand pattern = operand(term());
    return new Term(null, null, new Filter.Match(text, pattern, written(pattern), whole));
  }

  private static @Nullable Pattern written(Operand pattern) {
    return pattern instanceof Operand.Literal literal
            && literal.literal() instanceof FormValue.Text text
        ? Regexp.compile(text.value())
        : null;
  }
}
