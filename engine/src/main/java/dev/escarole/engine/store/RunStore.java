package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/**
 * The database of plans and runs. Thread-safe.
 *
 * <p>What is read is what was committed: events that wait in the {@link Journal} are not seen until
 * it has written them.
 */
public final class RunStore implements AutoCloseable {

  /** In place of an id, the newest run. */
  private static final String LAST = "last";

  private final Database database;
  private final Journal journal;
  private final Audit audit;
  private final KeptResults results;

  private RunStore(Database database, Journal journal, Audit audit, KeptResults results) {
    this.database = database;
    this.journal = journal;
    this.audit = audit;
    this.results = results;
  }

  /**
   * Opens the database, makes or updates its schema and starts the journal.
   *
   * @throws StoreException if it cannot be opened, such as when another process has it open
   */
  public static RunStore open(StoreOptions options) {
    return open(options, UnaryOperator.identity());
  }

  /** Opens with something between the store and its connections. */
  static RunStore open(StoreOptions options, UnaryOperator<DataSource> border) {
    Database database = Database.open(options, border);
    return new RunStore(
        database,
        Journal.start(database, options),
        Audit.start(database, AuditBounds.DEFAULTS, InstantSource.system()),
        KeptResults.start(database, ResultBounds.DEFAULTS, InstantSource.system()));
  }

  /**
   * Stores a run with its plan, all in one transaction that is committed on return and outlives a
   * crash of this process. A plan that was stored before is not written again.
   *
   * @throws StoreException if the id is taken or the database does not answer; nothing is stored
   */
  public void create(NewRun run, Plan plan) {
    database.write(
        "store run " + run.id(),
        handle -> {
          PlanRows.write(handle, plan, run.startedAt());
          ContentRows.write(handle, List.of(run.stdin()));
          insert(handle, run, plan);
        });
    database.harden();
  }

  private static void insert(Handle handle, NewRun run, Plan plan) {
    handle
        .createUpdate(Sql.INSERT_RUN)
        .bind("id", run.id().value())
        .bind("recipeName", plan.recipeName())
        .bind("planHash", plan.hash())
        .bind("principal", run.principal())
        .bind("recipeSource", run.recipeSource())
        .bind("launchValues", Json.write(run.values()))
        .bind("directories", Json.write(run.directories()))
        .bind("stdinSha256", run.stdin().sha256())
        .bind("startedAtMs", run.startedAt().toEpochMilli())
        .bind("status", RunStatus.RUNNING.word())
        .execute();
  }

  /** Where everything that happens in runs is recorded. */
  public Journal journal() {
    return journal;
  }

  /** Where every call of a command is recorded. */
  public Audit audit() {
    return audit;
  }

  /** Results of commands that are kept to be used again. */
  public KeptResults results() {
    return results;
  }

  /** A run. */
  public Optional<StoredRun> run(RunId id) {
    return database.read(
        "read run " + id,
        handle ->
            handle
                .createQuery(Sql.RUN)
                .bind("id", id.value())
                .map((row, context) -> RowReader.run(row))
                .findOne());
  }

  /** What a run was launched with. */
  public Optional<NewRun> launch(RunId id) {
    return database.read(
        "read what run " + id + " was launched with",
        handle ->
            handle
                .createQuery(Sql.LAUNCH)
                .bind("id", id.value())
                .map((row, context) -> RowReader.launch(row, sha256 -> stdin(handle, sha256)))
                .findOne());
  }

  private static Content stdin(Handle handle, String sha256) {
    return Content.of(ContentRows.read(handle, sha256).orElseThrow());
  }

  /** The runs that the query asks for, newest first. */
  public List<StoredRun> runs(RunQuery query) {
    RunStatus status = query.status();
    RunId before = query.before();
    return database.read(
        "list runs",
        handle ->
            handle
                .createQuery(Sql.RUNS)
                .bind("status", status == null ? null : status.word())
                .bind("recipe", query.recipe())
                .bind("before", before == null ? null : before.value())
                .bind("limit", query.limit())
                .map((row, context) -> RowReader.run(row))
                .list());
  }

  /**
   * The one run that is meant: by its id, by the beginning of its id if no other begins so, or as
   * {@code last}. Empty if there is none or more than one; {@link #matching} tells which.
   */
  public Optional<RunId> find(String idOrPrefix) {
    if (idOrPrefix.equals(LAST)) {
      return runs(RunQuery.latest(1)).stream().map(StoredRun::id).findFirst();
    }
    List<RunId> found = idOrPrefix.isEmpty() ? List.of() : matching(idOrPrefix, 2);
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** The newest runs whose id begins so, newest first. */
  public List<RunId> matching(String prefix, int limit) {
    String literal = prefix.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    return database.read(
        "look runs up",
        handle ->
            handle
                .createQuery(Sql.RUNS_BY_PREFIX)
                .bind("pattern", literal + '%')
                .bind("limit", limit)
                .map((row, context) -> new RunId(row.getString("id")))
                .list());
  }

  /**
   * All steps of a run in plan order, with how far each has come; empty if there is no such run.
   */
  public List<StoredStep> steps(RunId id) {
    return database.read(
        "read the steps of run " + id,
        handle -> {
          Map<Integer, StoredStep.Progress> progress = progress(handle, id);
          return list(
              handle,
              Sql.STEPS,
              id,
              (row, context) -> {
                int index = row.getInt("step_index");
                return RowReader.step(row, progress.getOrDefault(index, StoredStep.Progress.NONE));
              });
        });
  }

  private static Map<Integer, StoredStep.Progress> progress(Handle handle, RunId id) {
    Map<Integer, StoredStep.Progress> progress = new HashMap<>();
    handle
        .createQuery(Sql.TRANSITIONS)
        .bind("runId", id.value())
        .map((row, context) -> RowReader.transition(row))
        .forEach(
            next ->
                progress.merge(
                    next.stepIndex(),
                    StoredStep.Progress.NONE.after(next),
                    (before, unused) -> before.after(next)));
    return progress;
  }

  /** The attempts of a run that have ended, in the order of their ends. */
  public List<StoredAttempt> attempts(RunId id) {
    return database.read(
        "read the attempts of run " + id,
        handle -> list(handle, Sql.ATTEMPTS, id, (row, context) -> RowReader.attempt(row)));
  }

  /** The joins of a run in the order in which they were decided. */
  public List<Join> joins(RunId id) {
    return database.read(
        "read the joins of run " + id,
        handle -> list(handle, Sql.JOINS, id, (row, context) -> RowReader.join(row)));
  }

  /** All transitions of a run's steps in the order in which they happened. */
  public List<StoredTransition> transitions(RunId id) {
    return database.read(
        "read the transitions of run " + id,
        handle -> list(handle, Sql.TRANSITIONS, id, (row, context) -> RowReader.transition(row)));
  }

  private static <T> List<T> list(Handle handle, String sql, RunId id, RowMapper<T> mapper) {
    return handle.createQuery(sql).bind("runId", id.value()).map(mapper).list();
  }

  /**
   * The bytes of this SHA-256: a run's input, its result text, or an output of an attempt.
   *
   * @param sha256 in lower-case hex
   */
  public Optional<byte[]> content(String sha256) {
    return database.read("read content " + sha256, handle -> ContentRows.read(handle, sha256));
  }

  /** Commits everything that was recorded, then lets go of the database. */
  @Override
  public void close() {
    try {
      journal.close();
    } finally {
      results.close();
      audit.close();
      database.close();
    }
  }
}
