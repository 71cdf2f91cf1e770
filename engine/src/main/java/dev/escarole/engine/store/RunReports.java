package dev.escarole.engine.store;

import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.RunCounter;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunRows.ComputedColumn;
import dev.escarole.engine.store.content.ContentRows;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Database.DatabaseFacts;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Queries for parts of runs, never a whole run at once. Thread-safe.
 *
 * <p>Only committed data is read, as in {@link RunStore}.
 */
public final class RunReports {

  private static final int MOST_RUNS = 10_000;
  private static final int MOST_TRANSITIONS = 100_000;

  private final Database database;

  RunReports(Database database) {
    this.database = database;
  }

  /**
   * Returns the last runs of a recipe.
   *
   * @param last how many, 1 to 10,000
   */
  public RecipeHistory recipeHistory(String recipe, int last) {
    RunQuery query = RunQuery.latest(atMost("last", last, MOST_RUNS)).withRecipe(recipe);
    return new RecipeHistory(
        recipe,
        database.read(
            "read the history of recipe " + recipe, handle -> RunListRows.list(handle, query)));
  }

  /**
   * Counts a run's leaves and branches by state, from its transitions. For ended runs {@link
   * StoredRun#counts} has the same numbers. Empty if there is no such run.
   */
  public Optional<RunCounts> counts(RunId id) {
    return database.read(
        "count the steps of run " + id,
        handle -> {
          List<RunCounter.Role> roles = StepRows.roles(handle, id);
          if (roles.isEmpty()) {
            return Optional.empty();
          }
          RunCounter counter = new RunCounter(roles);
          StepRows.states(handle, id).forEach(counter::passed);
          return Optional.of(counter.counts());
        });
  }

  /** Returns some of a run's steps in plan order, with the state of each. */
  public List<StoredStep> steps(RunId id, StepQuery query) {
    return database.read("read steps of run " + id, handle -> StepRows.page(handle, id, query));
  }

  /**
   * Returns one step of a run; empty if there is none.
   *
   * @param path its place in the plan, such as {@code 0.2}
   */
  public Optional<StepDetails> step(RunId id, String path) {
    return database.read(
        "read step " + path + " of run " + id, handle -> StepRows.step(handle, id, path));
  }

  /**
   * Returns the first error line of each of these steps in which a leaf has failed: the first line
   * of standard error of the first failed leaf's last attempt, or its outcome if that is empty.
   *
   * @param paths of branches, or of other steps
   */
  public Map<String, String> firstErrors(RunId id, Collection<String> paths) {
    Set<String> wanted = new HashSet<>(paths);
    return database.read(
        "read the errors of run " + id, handle -> ErrorLines.first(handle, id, wanted));
  }

  /**
   * Returns whether the author consented to how a run ended, and what was lost; empty if it has not
   * ended.
   */
  public Optional<Acceptance> acceptance(RunId id) {
    return database.read(
        "read the losses of run " + id,
        handle ->
            handle
                .createQuery(Sql.ACCEPTANCE)
                .bind("id", id.value())
                .map((row, context) -> Optional.ofNullable(RowReader.acceptance(row)))
                .findFirst()
                .flatMap(found -> found));
  }

  /** Returns the computed inputs of a run, in order. */
  public List<Computation> computed(RunId id) {
    return database.read(
        "read the computed inputs of run " + id,
        handle ->
            handle
                .createQuery(Sql.COMPUTED)
                .bind("id", id.value())
                .map((row, context) -> ComputedColumn.read(row.getString("computed")))
                .findFirst()
                .orElse(List.of()));
  }

  /**
   * Returns transitions of a run's steps in order.
   *
   * @param afterSeq only those whose {@link StoredTransition#seq} is larger; 0 for all
   * @param limit how many, 1 to 100,000
   */
  public List<StoredTransition> transitions(RunId id, long afterSeq, int limit) {
    int most = atMost("limit", limit, MOST_TRANSITIONS);
    return database.read(
        "read transitions of run " + id,
        handle ->
            handle
                .createQuery(Sql.TRANSITIONS_AFTER)
                .bind("runId", id.value())
                .bind("after", afterSeq)
                .bind("limit", most)
                .map((row, context) -> RowReader.transition(row))
                .list());
  }

  /**
   * Returns a part of the content with this SHA-256; empty if it is not stored. Reads only the
   * necessary chunks.
   *
   * @param from the offset; beyond the end the part is empty
   * @param length the maximum number of bytes
   */
  public Optional<byte[]> contentPart(String sha256, long from, int length) {
    if (from < 0 || length < 0) {
      throw new IllegalArgumentException(
          "offset and length must not be negative, were %d, %d".formatted(from, length));
    }
    return database.read(
        "read content " + sha256, handle -> ContentRows.readPart(handle, sha256, from, length));
  }

  /**
   * Returns the size of the content with this SHA-256 without reading it; empty if it is not
   * stored.
   */
  public OptionalLong contentSize(String sha256) {
    return database.read("measure content " + sha256, handle -> ContentRows.size(handle, sha256));
  }

  /** Facts about the database. */
  public DatabaseFacts database() {
    return database.facts();
  }

  private static int atMost(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException("%s must be 1..%d, was %d".formatted(name, most, value));
    }
    return value;
  }
}
