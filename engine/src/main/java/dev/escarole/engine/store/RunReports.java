package dev.escarole.engine.store;

import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.RunCounter;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.content.ContentRows;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.DatabaseFacts;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What pages and interfaces ask about runs: parts of a run, never all of it at once. Thread-safe.
 *
 * <p>As with {@link RunStore}, what is read is what was committed.
 */
public final class RunReports {

  private static final int MOST_RUNS = 10_000;
  private static final int MOST_TRANSITIONS = 100_000;

  private final Database database;

  RunReports(Database database) {
    this.database = database;
  }

  /**
   * The last runs of a recipe.
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
   * How far a run's leaves and branches have come, from its transitions. {@link StoredRun#counts}
   * says the same for runs that are over, without reading them. Empty if there is no such run.
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

  /** A part of a run's steps in plan order, with how far each has come. */
  public List<StoredStep> steps(RunId id, StepQuery query) {
    return database.read("read steps of run " + id, handle -> StepRows.page(handle, id, query));
  }

  /**
   * One step of a run.
   *
   * @param path its place in the plan, such as {@code 0.2}; empty if there is none
   */
  public Optional<StepDetails> step(RunId id, String path) {
    return database.read(
        "read step " + path + " of run " + id, handle -> StepRows.step(handle, id, path));
  }

  /**
   * For each of these steps in which a leaf has failed, the first line that says why: what the
   * first such leaf printed to its standard error at last, or how it ended if that was nothing.
   *
   * @param paths of branches, or of other steps
   */
  public Map<String, String> firstErrors(RunId id, Collection<String> paths) {
    Set<String> wanted = new HashSet<>(paths);
    return database.read(
        "read the errors of run " + id, handle -> ErrorLines.first(handle, id, wanted));
  }

  /**
   * Whether the author agreed to how a run ended, and what was lost; empty if it is not over, or
   * ended before this was kept.
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

  /** How the computed inputs of a run came about, in the order in which they did. */
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
   * Transitions of a run's steps in the order in which they happened.
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
   * A part of the bytes of this SHA-256; empty if nothing of the kind is stored. Reads no more of
   * it than it has to.
   *
   * @param from where the part begins; beyond the end it is empty
   * @param length how many bytes at most
   */
  public Optional<byte[]> contentPart(String sha256, long from, int length) {
    if (from < 0 || length < 0) {
      throw new IllegalArgumentException(
          "a part begins at 0 or later and is not negative, was %d, %d".formatted(from, length));
    }
    return database.read(
        "read content " + sha256, handle -> ContentRows.readPart(handle, sha256, from, length));
  }

  /**
   * How many bytes the content of this SHA-256 has, without reading them; empty if nothing of the
   * kind is stored.
   */
  public OptionalLong contentSize(String sha256) {
    return database.read("measure content " + sha256, handle -> ContentRows.size(handle, sha256));
  }

  /** What the database says of itself. */
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
