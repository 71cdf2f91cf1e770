package dev.escarole.engine.store;

import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunLabels;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as it was launched. Immutable.
 *
 * @param principal on whose behalf it acts
 * @param values raw launch values by name: texts as typed, or JSON values
 * @param recipeSource the recipe as its author wrote it
 * @param stdin standard input of the root
 * @param directories directories that the run asked for, as {@code DirectoryGrant.text()} has them
 * @param again what it runs again, or null
 * @param labels what it can be found by, as {@link RunLabels} allows them
 * @param cache whether results may be kept and used again where the recipe does not say
 * @param computed how those of the values came about that its launch computed; a stored run that is
 *     read again has none, see {@link RunReports#computed}
 */
public record NewRun(
    RunId id,
    String principal,
    Map<String, Object> values,
    String recipeSource,
    Content stdin,
    List<String> directories,
    Instant startedAt,
    @Nullable Again again,
    List<String> labels,
    boolean cache,
    List<Computation> computed) {

  /**
   * What a run runs again.
   *
   * @param of the earlier run
   * @param scope how much of it
   */
  public record Again(RunId of, RerunScope scope) {}

  /** A run that runs no other again, has no labels, and uses no results again by itself. */
  public NewRun(
      RunId id,
      String principal,
      Map<String, Object> values,
      String recipeSource,
      Content stdin,
      List<String> directories,
      Instant startedAt) {
    this(
        id,
        principal,
        values,
        recipeSource,
        stdin,
        directories,
        startedAt,
        null,
        List.of(),
        false,
        List.of());
  }

  public NewRun {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
    labels = RunLabels.checked(labels);
    computed = List.copyOf(computed);
  }

  /** The same run, running another again. */
  public NewRun withAgain(Again value) {
    return new NewRun(
        id,
        principal,
        values,
        recipeSource,
        stdin,
        directories,
        startedAt,
        value,
        labels,
        cache,
        computed);
  }

  /** The same run with these labels. */
  public NewRun withLabels(List<String> value) {
    return new NewRun(
        id,
        principal,
        values,
        recipeSource,
        stdin,
        directories,
        startedAt,
        again,
        value,
        cache,
        computed);
  }

  /** The same run with another answer to whether results may be kept and used again. */
  public NewRun withCache(boolean value) {
    return new NewRun(
        id,
        principal,
        values,
        recipeSource,
        stdin,
        directories,
        startedAt,
        again,
        labels,
        value,
        computed);
  }

  /** The same run with values that its launch computed, told how. */
  public NewRun withComputed(List<Computation> value) {
    return new NewRun(
        id,
        principal,
        values,
        recipeSource,
        stdin,
        directories,
        startedAt,
        again,
        labels,
        cache,
        value);
  }
}
