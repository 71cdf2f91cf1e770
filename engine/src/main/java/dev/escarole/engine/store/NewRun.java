package dev.escarole.engine.store;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run as it was launched. Immutable.
 *
 * @param principal on whose behalf it acts
 * @param values raw launch values by name: texts as typed, or JSON values
 * @param recipeSource the recipe as its author wrote it
 * @param stdin standard input of the root
 * @param directories directories that the run asked for, in words
 */
public record NewRun(
    RunId id,
    String principal,
    Map<String, Object> values,
    String recipeSource,
    Content stdin,
    List<String> directories,
    Instant startedAt) {

  public NewRun {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
  }
}
