package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operator applied to a value (Tool Form, section 5). Immutable. */
interface Operator {
  /** The result; null if it is undefined. */
  @Nullable FormValue apply(@Nullable FormValue input, Query.Scope scope);

  /** {@code $join}. */
  static Operator join(FormNode separator) {
    return (input, scope) -> {
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
    };
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
    JsonWriter.print(part, out, budget);
  }

  /** {@code $transform}. */
  static Operator transformed(List<Transform> transforms) {
    return (input, scope) -> Transform.all(transforms, input, scope.budget());
  }

  /** {@code $encode}. */
  static Operator encoded(List<Encoding> encodings, ArgsRules rules) {
    return (input, scope) -> {
      FormValue value = input;
      for (Encoding encoding : encodings) {
        value = encoding.encode(value, scope.budget(), rules);
      }
      return value;
    };
  }

  /** {@code $matches}. */
  static Operator matches(JsonSchema schema) {
    return (input, scope) ->
        new FormValue.Bool(
            input != null && schema.accepts(input, scope.budget()), Provenance.LITERAL);
  }

  /** A branch of {@code $match}; without a schema, it matches every value. */
  record Branch(@Nullable JsonSchema schema, FormNode then) {
    boolean takes(@Nullable FormValue input, Budget budget) {
      return schema == null || (input != null && schema.accepts(input, budget));
    }
  }

  /** {@code $match}. */
  static Operator match(List<Branch> branches) {
    return (input, scope) -> {
      for (Branch branch : branches) {
        if (branch.takes(input, scope.budget())) {
          return branch.then().evaluate(scope).single();
        }
      }
      return null;
    };
  }
}
