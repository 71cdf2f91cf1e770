package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Values;
import java.util.ArrayList;
import java.util.List;
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
        return new FormValue.Obj(Values.sorted(object), object.provenance());
      }
      return null;
    }
  },
  /** The first element of an array. */
  FIRST {
    @Override
    @Nullable FormValue apply(FormValue value, Budget budget) {
      return new Selector.Index(0).single(value);
    }
  },
  /** The last element of an array. */
  LAST {
    @Override
    @Nullable FormValue apply(FormValue value, Budget budget) {
      return new Selector.Index(-1).single(value);
    }
  };

  /** The value after all transforms; null if it is undefined. */
  static @Nullable FormValue all(
      List<Transform> transforms, @Nullable FormValue input, Budget budget) {
    FormValue value = input;
    for (Transform transform : transforms) {
      value = value == null ? null : transform.apply(value, budget);
    }
    return value;
  }

  /** The transformed value; null if it is undefined. */
  abstract @Nullable FormValue apply(FormValue value, Budget budget);

  static Transform named(String name) {
    return Choice.named(values(), name, "transform", FormCodes.UNKNOWN_TRANSFORM);
  }
}
