package dev.escarole.web.app.local;

import dev.escarole.engine.run.Content;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A launch. Immutable; each {@code with} method returns a changed copy.
 *
 * @param values as a JSON object holds them; null counts as absent
 * @param stdin its standard input
 * @param directories asked for, each as {@code HOST::GUEST[:ro]} with an absolute host path; the
 *     policy decides at each call whether they may be used
 * @param labels to find the run by; see {@link dev.escarole.engine.run.RunLabels}
 * @param cache whether pure results are kept and used again wherever the recipe does not say
 * @param planHash of the plan that is meant; null for whatever the recipe makes of the values
 */
public record LaunchOrder(
    WantedRecipe recipe,
    Map<String, @Nullable Object> values,
    Content stdin,
    List<String> directories,
    List<String> labels,
    boolean cache,
    @Nullable String planHash) {

  public LaunchOrder {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
    labels = List.copyOf(labels);
  }

  /** Runs that recipe with no values, no input and no directories. */
  public static LaunchOrder of(WantedRecipe recipe) {
    return new LaunchOrder(recipe, Map.of(), Content.EMPTY, List.of(), List.of(), false, null);
  }

  public LaunchOrder withValues(Map<String, @Nullable Object> newValues) {
    return new LaunchOrder(recipe, newValues, stdin, directories, labels, cache, planHash);
  }

  public LaunchOrder withStdin(Content newStdin) {
    return new LaunchOrder(recipe, values, newStdin, directories, labels, cache, planHash);
  }

  public LaunchOrder withDirectories(List<String> newDirectories) {
    return new LaunchOrder(recipe, values, stdin, newDirectories, labels, cache, planHash);
  }

  public LaunchOrder withLabels(List<String> newLabels) {
    return new LaunchOrder(recipe, values, stdin, directories, newLabels, cache, planHash);
  }

  public LaunchOrder withCache(boolean newCache) {
    return new LaunchOrder(recipe, values, stdin, directories, labels, newCache, planHash);
  }

  public LaunchOrder withRecipe(WantedRecipe newRecipe) {
    return new LaunchOrder(newRecipe, values, stdin, directories, labels, cache, planHash);
  }

  public LaunchOrder withPlanHash(@Nullable String newPlanHash) {
    return new LaunchOrder(recipe, values, stdin, directories, labels, cache, newPlanHash);
  }
}
