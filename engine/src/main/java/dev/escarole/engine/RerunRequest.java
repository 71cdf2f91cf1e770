package dev.escarole.engine;

import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.Recipe;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Request to rerun a run, with its values, input, directories and principal. Immutable; each {@code
 * with} method returns a changed copy.
 *
 * @param of the earlier run, which must be over
 * @param scope which steps run again
 * @param recipe the current recipe, or null for the plan of the earlier run
 * @param force whether to continue even if results of finished steps are lost
 * @param listener receives every event of the new run in order; must be quick
 */
public record RerunRequest(
    RunId of,
    RerunScope scope,
    @Nullable Recipe recipe,
    boolean force,
    Consumer<RunEvent> listener) {

  /** Reruns the steps that did not succeed, and those after them. */
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
