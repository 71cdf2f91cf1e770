package dev.escarole.engine;

import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.Recipe;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which run is to be run again, and how. Values, input, directories and principal are those of that
 * run. Immutable; each {@code with} method gives a changed copy.
 *
 * @param of the earlier run, which must be over
 * @param scope how much of it is run again
 * @param recipe the recipe as it is now, or null for the plan of the earlier run
 * @param force whether to go on although finished steps would be lost
 * @param listener hears every event of the new run in order; must be quick
 */
public record RerunRequest(
    RunId of,
    RerunScope scope,
    @Nullable Recipe recipe,
    boolean force,
    Consumer<RunEvent> listener) {

  /** Runs again what did not succeed, and what comes after it. */
  public static RerunRequest of(RunId run) {
    return new RerunRequest(run, RerunScope.FAILED, null, false, event -> {});
  }

  public RerunRequest withScope(RerunScope newScope) {
    return new RerunRequest(of, newScope, recipe, force, listener);
  }

  public RerunRequest withRecipe(Recipe newRecipe) {
    return new RerunRequest(of, scope, newRecipe, force, listener);
  }

  public RerunRequest withForce(boolean newForce) {
    return new RerunRequest(of, scope, recipe, newForce, listener);
  }

  public RerunRequest withListener(Consumer<RunEvent> newListener) {
    return new RerunRequest(of, scope, recipe, force, newListener);
  }
}
