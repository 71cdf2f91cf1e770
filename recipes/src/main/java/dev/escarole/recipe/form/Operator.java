package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operator applied to a value (Tool Form, section 5). Immutable. */
sealed interface Operator {

  /** The result; null if it is undefined. */
  @Nullable FormValue apply(@Nullable FormValue input, Query.Scope scope);

  /** {@code $join}. */
  record Join(FormNode separator) implements Operator {
    @Override
    public FormValue apply(@Nullable FormValue input, Query.Scope scope) {
      FormValue between = separator.evaluate(scope).single();
      String glue = between instanceof FormValue.Text text ? text.value() : "";
      StringBuilder joined = new StringBuilder();
      boolean first = true;
      for (FormValue part : parts(input)) {
        append(part, first ? "" : glue, joined, scope.budget());
        first = false;
      }
      boolean tainted =
          (input != null && Values.tainted(input)) || (between != null && Values.tainted(between));
      return new FormValue.Text(
          joined.toString(), tainted ? Provenance.DYNAMIC : Provenance.LITERAL);
    }

    private static List<FormValue> parts(@Nullable FormValue input) {
      if (input == null) {
        return List.of();
      }
      boolean several = input instanceof FormValue.Array || input instanceof FormValue.Obj;
      return several ? Selector.children(input) : List.of(input);
    }

    private static void append(FormValue part, String glue, StringBuilder out, Budget budget) {
      budget.text(glue.length());
      out.append(glue);
      if (part instanceof FormValue.Text text) {
        budget.text(text.value().length());
        out.append(text.value());
      } else {
        JsonWriter.write(part, out, budget);
      }
    }
  }

  /** {@code $transform}. */
  record Transformed(List<Transform> transforms) implements Operator {
    @Override
    public @Nullable FormValue apply(@Nullable FormValue input, Query.Scope scope) {
      FormValue value = input;
      for (Transform transform : transforms) {
        if (value == null) {
          return null;
        }
        value = transform.apply(value, scope.budget());
      }
      return value;
    }
  }

  /** {@code $encode}. */
  record Encoded(List<Encoding> encodings, ArgsRules rules) implements Operator {
    @Override
    public @Nullable FormValue apply(@Nullable FormValue input, Query.Scope scope) {
      FormValue value = input;
      for (Encoding encoding : encodings) {
        value = encoding.encode(value, scope.budget(), rules);
      }
      return value;
    }
  }

  /** {@code $matches}. */
  record Matches(JsonSchema schema) implements Operator {
    @Override
    public FormValue apply(@Nullable FormValue input, Query.Scope scope) {
      boolean valid = input != null && schema.accepts(input, scope.budget());
      return new FormValue.Bool(valid, Provenance.LITERAL);
    }
  }

  /** {@code $match}. */
  record Match(List<Branch> branches) implements Operator {

    /** A branch; without a schema, it matches every value. */
    record Branch(@Nullable JsonSchema schema, FormNode then) {}

    @Override
    public @Nullable FormValue apply(@Nullable FormValue input, Query.Scope scope) {
      for (Branch branch : branches) {
        boolean takes =
            branch.schema() == null
                || (input != null && branch.schema().accepts(input, scope.budget()));
        if (takes) {
          return branch.then().evaluate(scope).single();
        }
      }
      return null;
    }
  }
}
