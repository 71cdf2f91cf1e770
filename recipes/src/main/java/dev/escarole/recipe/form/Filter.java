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
sealed interface Filter {

  boolean test(Query.Scope scope, FormValue current);

  /** True if any part is true. */
  record Or(List<Filter> parts) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return parts.stream().anyMatch(part -> part.test(scope, current));
    }
  }

  /** True if all parts are true. */
  record And(List<Filter> parts) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return parts.stream().allMatch(part -> part.test(scope, current));
    }
  }

  /** Negation. */
  record Not(Filter part) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return !part.test(scope, current);
    }
  }

  /** True if a query selects anything, even false or null. */
  record Exists(Query query) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return query.singular()
          ? query.single(scope, current) != null
          : !query.nodes(scope, current).isEmpty();
    }
  }

  /** Comparison of two values. */
  record Comparison(Operand left, Comparator sign, Operand right) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      FormValue one = left.value(scope, current);
      FormValue other = right.value(scope, current);
      Budget budget = scope.budget();
      return switch (sign) {
        case EQUAL -> Values.equal(one, other, budget);
        case NOT_EQUAL -> !Values.equal(one, other, budget);
        case LESS -> Values.less(one, other, budget);
        case GREATER -> Values.less(other, one, budget);
        case AT_MOST -> Values.less(one, other, budget) || Values.equal(one, other, budget);
        case AT_LEAST -> Values.less(other, one, budget) || Values.equal(one, other, budget);
      };
    }
  }

  /** Comparison operators; longer ones first, because they are tried in order. */
  enum Comparator {
    EQUAL("=="),
    NOT_EQUAL("!="),
    AT_MOST("<="),
    AT_LEAST(">="),
    LESS("<"),
    GREATER(">");

    private final String sign;

    Comparator(String sign) {
      this.sign = sign;
    }

    String sign() {
      return sign;
    }
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

  /** An operand of a comparison (RFC 9535, section 2.3.5.1). Immutable. */
  sealed interface Operand {

    /** The value, or null. */
    @Nullable FormValue value(Query.Scope scope, FormValue current);

    /** A literal. */
    record Literal(FormValue literal) implements Operand {
      @Override
      public FormValue value(Query.Scope scope, FormValue current) {
        return literal;
      }
    }

    /** The value of a singular query. */
    record Single(Query query) implements Operand {
      @Override
      public @Nullable FormValue value(Query.Scope scope, FormValue current) {
        return query.single(scope, current);
      }
    }

    /** The length of a text, an array or an object. */
    record Length(Operand of) implements Operand {
      @Override
      public @Nullable FormValue value(Query.Scope scope, FormValue current) {
        FormValue measured = of.value(scope, current);
        return measured == null ? null : Values.length(measured);
      }
    }

    /** The number of values that a query selects. */
    record Count(Query of) implements Operand {
      @Override
      public FormValue value(Query.Scope scope, FormValue current) {
        return number(of.nodes(scope, current).size());
      }
    }

    /** The value that a query selects, if it is exactly one. */
    record Only(Query of) implements Operand {
      @Override
      public @Nullable FormValue value(Query.Scope scope, FormValue current) {
        List<FormValue> nodes = of.nodes(scope, current);
        return nodes.size() == 1 ? nodes.get(0) : null;
      }
    }

    private static FormValue number(int number) {
      return new FormValue.Num(BigDecimal.valueOf(number), Provenance.LITERAL);
    }
  }
}
