package dev.escarole.recipe.form;

import com.google.re2j.Pattern;
import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A logical expression (RFC 9535, section 2.3.5). Immutable. */
sealed interface Filter {

  boolean test(Query.Scope scope, FormValue current);

  /** One of them holds. */
  record Or(List<Filter> parts) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return parts.stream().anyMatch(part -> part.test(scope, current));
    }
  }

  /** All of them hold. */
  record And(List<Filter> parts) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return parts.stream().allMatch(part -> part.test(scope, current));
    }
  }

  /** It does not hold. */
  record Not(Filter part) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return !part.test(scope, current);
    }
  }

  /** A query selects something, be it false or null. */
  record Exists(Query query) implements Filter {
    @Override
    public boolean test(Query.Scope scope, FormValue current) {
      return query.singular()
          ? query.single(scope, current) != null
          : !query.nodes(scope, current).isEmpty();
    }
  }

  /** Two values compare as the sign says. */
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

  /** The signs of comparison; longer ones first, as they are looked for. */
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
   * A text matches a regular expression, wholly or in part.
   *
   * @param compiled the expression where it is written in the query
   */
  record Match(Operand text, Operand pattern, @Nullable Pattern compiled, boolean whole)
      implements Filter {
    private static final int CHARACTERS_A_VISIT = 64;

    /** Each character may go through all states of the expression. */
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
}
