package dev.escarole.engine.store;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run that is about to be stored. Immutable.
 *
 * @param principal on whose behalf it acts
 */
public record NewRun(RunId id, String principal, Instant startedAt, Inputs inputs) {

  /**
   * What a run was launched with. Immutable.
   *
   * @param recipeSource the recipe as its author wrote it
   * @param values raw launch values by name: texts as typed, or JSON values
   * @param stdin standard input of the root
   * @param directories directories that the run asked for, as the caller writes them
   */
  public record Inputs(
      String recipeSource, Map<String, Object> values, Content stdin, List<String> directories) {

    public Inputs {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
      directories = List.copyOf(directories);
    }
  }
}
