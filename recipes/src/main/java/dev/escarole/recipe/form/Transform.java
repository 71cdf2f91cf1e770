package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The named transforms (Tool Form, section 6). */
enum Transform implements Choice {
  /** Code points of a text, elements of an array, members of an object. */
  LENGTH {
    @Override
    @Nullable FormValue apply(FormValue value, Budget budget) {
      return Values.length(value);
    }
  },
  /** The elements of an array in the total order, or the members of an object by name. */
  SORT {
    @Override
    @Nullable FormValue apply(FormValue value, Budget budget) {
      if (value instanceof FormValue.Array array) {
        List<FormValue> sorted = new ArrayList<>(array.items());
        sorted.sort((one, other) -> Values.compare(one, other, budget));
        return new FormValue.Array(sorted, array.provenance());
      }
      if (value instanceof FormValue.Obj object) {
        budget.visits(object.members().size());
        Map<String, FormValue.Member> sorted = new LinkedHashMap<>(Values.sorted(object));
        return new FormValue.Obj(sorted, object.provenance());
      }
      return null;
    }
  },
  /** The first element of an array. */
  FIRST {
    @Override
    @Nullable FormValue apply(FormValue value, Budget budget) {
      if (!(value instanceof FormValue.Array array) || array.items().isEmpty()) {
        return null;
      }
      return array.items().get(0);
    }
  },
  /** The last element of an array. */
  LAST {
    @Override
    @Nullable FormValue apply(FormValue value, Budget budget) {
      if (!(value instanceof FormValue.Array array) || array.items().isEmpty()) {
        return null;
      }
      return array.items().get(array.items().size() - 1);
    }
  };

  /** The transformed value; null if it is undefined. */
  abstract @Nullable FormValue apply(FormValue value, Budget budget);

  static Transform named(String name) {
    return Choice.named(values(), name, "transform", FormCodes.UNKNOWN_TRANSFORM);
  }
}
