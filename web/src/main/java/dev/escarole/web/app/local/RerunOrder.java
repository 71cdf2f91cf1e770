package dev.escarole.web.app.local;

import dev.escarole.engine.run.RerunScope;
import org.jspecify.annotations.Nullable;

/**
 * How somebody wants a run to be run again. Immutable; each {@code with} method gives a changed
 * copy.
 *
 * @param recipe the recipe as it is now; null for the plan of the earlier run
 * @param force whether to go on although results of finished steps no longer hold
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
