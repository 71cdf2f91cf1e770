package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.Recipe;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Request to rerun a run, with its values, input, directories and principal. Immutable; each {@code
 * with} method returns a changed copy.
 *
 * @param of the earlier run, which must be over
 * @param scope which steps run again
 * @param recipe the current recipe, or null for the plan of the earlier run
 * @param values launch values in place of those of the earlier run, by name; null for the default.
 *     Values that are not named stay
 * @param directories further directories; one takes the place of an earlier one with its path
 * @param force whether to continue even if results of finished steps are lost
 * @param listener receives every event of the new run in order; must be quick
 */
public record RerunRequest(
    RunId of,
    RerunScope scope,
    @Nullable Recipe recipe,
    Map<String, @Nullable Object> values,
    List<DirectoryGrant> directories,
    boolean force,
    Consumer<RunEvent> listener) {

  public RerunRequest {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
  }

  /** Reruns the steps that did not succeed, and those after them. */
  public static RerunRequest of(RunId run) {
    return new RerunRequest(run, RerunScope.FAILED, null, Map.of(), List.of(), false, event -> {});
  }

  public RerunRequest withScope(RerunScope newScope) {
    return new RerunRequest(of, newScope, recipe, values, directories, force, listener);
  }

  public RerunRequest withRecipe(Recipe newRecipe) {
    return new RerunRequest(of, scope, newRecipe, values, directories, force, listener);
  }

  public RerunRequest withValues(Map<String, @Nullable Object> newValues) {
    return new RerunRequest(of, scope, recipe, newValues, directories, force, listener);
  }

  public RerunRequest withDirectories(List<DirectoryGrant> further) {
    return new RerunRequest(of, scope, recipe, values, further, force, listener);
  }

  public RerunRequest withForce(boolean newForce) {
    return new RerunRequest(of, scope, recipe, values, directories, newForce, listener);
  }

  public RerunRequest withListener(Consumer<RunEvent> newListener) {
    return new RerunRequest(of, scope, recipe, values, directories, force, newListener);
  }
}
