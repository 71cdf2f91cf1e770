package dev.escarole.web.app.local;

import dev.escarole.engine.run.RerunScope;
import org.jspecify.annotations.Nullable;

/**
 * A rerun. Immutable.
 *
 * @param recipe the recipe as it is now; null for the plan of the earlier run
 * @param force whether to continue although results of finished steps are no longer valid
 */
public record RerunOrder(RerunScope scope, @Nullable WantedRecipe recipe, boolean force) {}
