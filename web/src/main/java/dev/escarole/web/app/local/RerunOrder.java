package dev.escarole.web.app.local;

import dev.escarole.engine.run.RerunScope;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rerun. Immutable.
 *
 * @param recipe the recipe as it is now; null for the plan of the earlier run
 * @param values launch values in place of those of the earlier run; null for the default
 * @param directories further directories, as {@code HOST::GUEST[:ro]}
 * @param planHash of the plan that is meant; null for any
 * @param force whether to continue although results of finished steps are no longer valid
 */
public record RerunOrder(
    RerunScope scope,
    @Nullable WantedRecipe recipe,
    Map<String, @Nullable Object> values,
    List<String> directories,
    @Nullable String planHash,
    boolean force) {

  public RerunOrder {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
  }

  /** Whether something else would run, or with other rights, than in the earlier run. */
  boolean changes() {
    return recipe != null || !values.isEmpty() || !directories.isEmpty();
  }
}
