package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that can be compared (RFC 9535, section 2.3.5.1). Immutable. */
sealed interface Operand {

  /** The value; null when there is nothing. */
  @Nullable FormValue value(Query.Scope scope, FormValue current);

  /** A value that is written. */
  record Literal(FormValue literal) implements Operand {
    @Override
    public FormValue value(Query.Scope scope, FormValue current) {
      return literal;
    }
  }

  /** What a singular query selects. */
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

  /** How many values a query selects. */
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
