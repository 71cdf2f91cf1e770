package dev.escarole.recipe.form.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What evaluating one place of a form gives: a value, nothing, or values to merge into what is
 * around.
 */
public sealed interface Result {
  /** No value. */
  Result UNDEFINED = new Single(null);

  static Result of(@Nullable FormValue value) {
    return value == null ? UNDEFINED : new Single(value);
  }

  /** The value, or null for none; a fragment has no place to go here. */
  @Nullable FormValue single();

  /** One value, or none. */
  record Single(@Nullable FormValue value) implements Result {
    @Override
    public @Nullable FormValue single() {
      return value;
    }
  }

  /** Values whose elements and members go into the array or object around. */
  record Fragment(List<FormValue> nodes) implements Result {
    @Override
    public @Nullable FormValue single() {
      throw new FormException(
          FormCodes.EVALUATION,
          "$spread has no array or object around it to spread into",
          "Put it into an array: [{\"$spread\": ...}].",
          "");
    }
  }
}
