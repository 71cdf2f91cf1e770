package dev.escarole.engine.store;

import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunLabels;
import dev.escarole.engine.store.database.StoreException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The launch of a run. Immutable.
 *
 * @param principal the principal of the run
 * @param values raw launch values by name: texts as typed, or JSON values
 * @param recipeSource the text of the recipe
 * @param stdin standard input of the root
 * @param directories requested directories, in the form of {@code DirectoryGrant.text()}
 * @param again the run that it reruns, or null
 * @param labels its labels, see {@link RunLabels}
 * @param cache whether results may be cached if the recipe does not say
 * @param computed how its computed inputs were computed; empty when read from the store, see {@link
 *     RunRecords#computed}
 * @param files given to it, whose bytes are stored; empty when read from the store, except by
 *     {@link RunRecords#launched}
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
    List<Computation> computed,
    List<RunFile> files) {

  /**
   * The run that a rerun repeats.
   *
   * @param of the earlier run
   * @param scope which of its steps
   */
  public record Again(RunId of, RerunScope scope) {}

  /** Another run has the id of a new one; nothing was stored. */
  public static final class IdTaken extends StoreException {
    private static final long serialVersionUID = 1L;

    IdTaken(RunId id, Throwable cause) {
      super("The run " + id + " exists already; nothing was stored.", cause);
    }
  }

  /** A run that is not a rerun, has no labels and uses no cache. */
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
        List.of(),
        List.of());
  }

  public NewRun {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
    labels = RunLabels.checked(labels);
    computed = List.copyOf(computed);
    files = List.copyOf(files);
  }

  /** Returns this launch as a rerun. */
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
        computed,
        files);
  }

  /** Returns this launch with another input. */
  public NewRun withStdin(Content value) {
    return new NewRun(
        id,
        principal,
        values,
        recipeSource,
        value,
        directories,
        startedAt,
        again,
        labels,
        cache,
        computed,
        files);
  }

  /** Returns this launch with these labels. */
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
        computed,
        files);
  }

  /** Returns this launch with another cache setting. */
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
        computed,
        files);
  }

  /** Returns this launch with these computed inputs. */
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
        value,
        files);
  }

  /** Returns this launch with these files. */
  public NewRun withFiles(List<RunFile> value) {
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
        computed,
        value);
  }
}
