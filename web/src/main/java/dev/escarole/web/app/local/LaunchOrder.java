package dev.escarole.web.app.local;

import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.run.Content;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A launch. Immutable.
 *
 * @param values as a JSON object holds them; null counts as absent
 * @param stdin its standard input
 * @param files that commands read in {@code /inputs}
 * @param directories asked for, each as {@code HOST::GUEST[:ro]} with an absolute host path; the
 *     policy decides at each call whether they may be used
 * @param labels to find the run by; see {@link dev.escarole.engine.run.RunLabels}
 * @param cache whether pure results are kept and used again wherever the recipe does not say
 * @param planHash of the plan that is meant; null for whatever the recipe makes of the values
 * @param priority among the queued runs of its recipe; null for the recipe's
 */
public record LaunchOrder(
    WantedRecipe recipe,
    Map<String, @Nullable Object> values,
    Content stdin,
    List<GivenFile> files,
    List<String> directories,
    List<String> labels,
    boolean cache,
    @Nullable String planHash,
    @Nullable Long priority) {

  public LaunchOrder {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    files = List.copyOf(files);
    directories = List.copyOf(directories);
    labels = List.copyOf(labels);
  }
}
