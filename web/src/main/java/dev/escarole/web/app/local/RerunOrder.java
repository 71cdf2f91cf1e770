package dev.escarole.web.app.local;

import dev.escarole.engine.run.RerunScope;
import org.jspecify.annotations.Nullable;

/**
 * A rerun. Immutable; each {@code with} method returns a changed copy.
 *
 * @param recipe the recipe as it is now; null for the plan of the earlier run
 * @param force whether to continue although results of finished steps are no longer valid
 */
public record RerunOrder(RerunScope scope, @Nullable WantedRecipe recipe, boolean force) {

  /** Runs that much of it again. */
  public static RerunOrder of(RerunScope scope) {
    return new RerunOrder(scope, null, false);
  }

  public RerunOrder withRecipe(@Nullable WantedRecipe newRecipe) {
    return new RerunOrder(scope, newRecipe, force);
  }

  public RerunOrder withForce(boolean newForce) {
    return new RerunOrder(scope, recipe, newForce);
  }
}
