package dev.escarole.recipe.form.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of evaluating a node: a value, no value, or values to merge into the enclosing array
 * or object.
 */
public sealed interface Result {
  /** No value. */
  Result UNDEFINED = new Single(null);

  static Result of(@Nullable FormValue value) {
    return value == null ? UNDEFINED : new Single(value);
  }

  /** The value, or null; throws for a fragment. */
  @Nullable FormValue single();

  /** One value, or none. */
  record Single(@Nullable FormValue value) implements Result {
    @Override
    public @Nullable FormValue single() {
      return value;
    }
  }

  /** Values whose elements and members are merged into the enclosing array or object. */
  record Fragment(List<FormValue> nodes) implements Result {
    @Override
    public @Nullable FormValue single() {
      throw new FormException(
          FormCodes.EVALUATION,
          "$spread is not inside an array or object",
          "Put it into an array: [{\"$spread\": ...}].",
          "");
    }
  }
}
