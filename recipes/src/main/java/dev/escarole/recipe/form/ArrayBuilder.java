package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Result;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array in the making. Confined to one evaluation. */
final class ArrayBuilder {
  private final Budget budget;
  private final List<FormValue> items = new ArrayList<>();

  ArrayBuilder(Budget budget) {
    this.budget = budget;
  }

  /** Appends a value; of a fragment, the elements and member values of its nodes. */
  void add(Result result) {
    if (result instanceof Result.Fragment fragment) {
      for (FormValue node : fragment.nodes()) {
        List<FormValue> children = Selector.children(node);
        budget.nodes(children.size());
        items.addAll(children);
      }
      return;
    }
    @Nullable FormValue value = result.single();
    if (value != null) {
      items.add(value);
    }
  }

  FormValue build() {
    return new FormValue.Array(items, Provenance.LITERAL);
  }
}
