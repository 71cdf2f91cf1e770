package dev.escarole.engine.store.launch;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A launch that a transaction of an application has stored. Immutable.
 *
 * @param run the id that its run will have
 * @param principal the principal of the run
 * @param fileName of the recipe, in messages
 * @param recipeSource the text of the recipe with all that it imports
 * @param values launch values by name
 * @param directories requested directories, in the form of {@code DirectoryGrant.text()}
 * @param cache whether results may be cached if the recipe does not say
 * @param priority of the run; null for the recipe's
 */
public record PendingLaunch(
    RunId run,
    String principal,
    String fileName,
    String recipeSource,
    Map<String, Object> values,
    Content stdin,
    List<String> directories,
    List<String> labels,
    boolean cache,
    @Nullable Integer priority,
    Instant askedAt) {

  public PendingLaunch {
    values = Map.copyOf(values);
    directories = List.copyOf(directories);
    labels = List.copyOf(labels);
  }
}
