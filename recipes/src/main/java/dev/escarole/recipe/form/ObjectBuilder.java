package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Result;
import dev.escarole.recipe.form.value.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object in the making; of two members of one name, the later one stays. Confined to one
 * evaluation.
 */
final class ObjectBuilder {
  private final Budget budget;
  private final Map<String, FormValue.Member> members = new LinkedHashMap<>();

  ObjectBuilder(Budget budget) {
    this.budget = budget;
  }

  /** Puts a member, unless there is no value. */
  void put(String name, @Nullable FormValue value, boolean dynamicName) {
    if (value != null) {
      boolean replaced = members.containsKey(name) && members.get(name).dynamicName();
      members.put(name, new FormValue.Member(value, dynamicName || replaced));
    }
  }

  /** Puts a member whose name is itself evaluated; a key without value leaves it out. */
  void putKeyed(@Nullable FormValue key, Result result) {
    if (key == null) {
      return;
    }
    if (result instanceof Result.Fragment fragment) {
      merge(fragment);
      return;
    }
    StringBuilder name = new StringBuilder();
    if (key instanceof FormValue.Text text) {
      name.append(text.value());
    } else {
      JsonWriter.write(key, name, budget);
    }
    put(name.toString(), result.single(), Values.tainted(key));
  }

  /** Puts the members of objects, and the elements of arrays under their indexes. */
  void merge(Result.Fragment fragment) {
    for (FormValue node : fragment.nodes()) {
      if (node instanceof FormValue.Obj object) {
        budget.nodes(object.members().size());
        object.members().forEach((name, member) -> put(name, member.value(), member.dynamicName()));
      } else if (node instanceof FormValue.Array array) {
        elements(array.items(), array.dynamic());
      }
    }
  }

  private void elements(List<FormValue> items, boolean dynamic) {
    budget.nodes(items.size());
    for (int i = 0; i < items.size(); i++) {
      put(String.valueOf(i), items.get(i), dynamic);
    }
  }

  FormValue build() {
    return new FormValue.Obj(members, Provenance.LITERAL);
  }
}
