package dev.escarole.recipe.form;

import com.google.re2j.Pattern;
import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A logical expression (RFC 9535, section 2.3.5). Immutable. */
interface Filter {
  /** Comparison operators; longer ones first, because they are tried in order. */
  List<String> SIGNS = List.of("==", "!=", "<=", ">=", "<", ">");

  boolean test(Query.Scope scope, FormValue current);

  /** True if a query selects anything, even false or null. */
  static Filter exists(Query query) {
    return query.singular()
        ? (scope, current) -> query.single(scope, current) != null
        : (scope, current) -> !query.nodes(scope, current).isEmpty();
  }

  /** Comparison of two values with one of {@link #SIGNS}. */
  static Filter comparison(Operand left, String sign, Operand right) {
    return (scope, current) -> {
      FormValue one = left.value(scope, current);
      FormValue other = right.value(scope, current);
      Budget budget = scope.budget();
      return switch (sign) {
        case "==" -> Values.equal(one, other, budget);
        case "!=" -> !Values.equal(one, other, budget);
        case "<" -> Values.less(one, other, budget);
        case ">" -> Values.less(other, one, budget);
        case "<=" -> Values.less(one, other, budget) || Values.equal(one, other, budget);
        default -> Values.less(other, one, budget) || Values.equal(one, other, budget);
      };
    };
  }

  /**
   * True if a text, or part of it, matches a regular expression.
   *
   * @param compiled the compiled expression if it is a literal
   */
  record Match(Operand text, Operand pattern, @Nullable Pattern compiled, boolean whole)
      implements Filter {
    private static final int CHARACTERS_A_VISIT = 64;

    /** Each character can visit all states of the expression. */
    private static final int STEPS_A_VISIT = 1_024;

    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      if (!(text.value(scope, current) instanceof FormValue.Text value)) {
        return false;
      }
      Pattern expression = compiled == null ? compile(scope, current) : compiled;
      scope.budget().visits(value.value().length() / CHARACTERS_A_VISIT + 1);
      if (expression == null) {
        return false;
      }
      long steps = value.value().length() * RegexSize.of(expression.pattern());
      scope.budget().visits(steps / STEPS_A_VISIT);
      return whole
          ? expression.matcher(value.value()).matches()
          : expression.matcher(value.value()).find();
    }

    private @Nullable Pattern compile(Query.Scope scope, FormValue current) {
      if (!(pattern.value(scope, current) instanceof FormValue.Text written)) {
        return null;
      }
      scope.budget().visits(written.value().length() + 1L);
      return Regexp.compile(written.value());
    }
  }

  /** An operand of a comparison (RFC 9535, section 2.3.5.1); its value may be null. Immutable. */
  interface Operand {
    @Nullable FormValue value(Query.Scope scope, FormValue current);

    /** A literal. */
    record Literal(FormValue literal) implements Operand {
      @Override
      public FormValue value(Query.Scope scope, FormValue current) {
        return literal;
      }
    }

    /** The length of a text, an array or an object. */
    static Operand length(Operand of) {
      return (scope, current) -> {
        FormValue measured = of.value(scope, current);
        return measured == null ? null : Values.length(measured);
      };
    }

    /** The number of values that a query selects. */
    static Operand count(Query of) {
      return (scope, current) ->
          new FormValue.Num(
              BigDecimal.valueOf(of.nodes(scope, current).size()), Provenance.LITERAL);
    }

    /** The value that a query selects, if it is exactly one. */
    static Operand only(Query of) {
      return (scope, current) -> {
        List<FormValue> nodes = of.nodes(scope, current);
        return nodes.size() == 1 ? nodes.get(0) : null;
      };
    }
  }
}
