package dev.escarole.engine.store;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.Actions;
import dev.escarole.engine.store.audit.Audit;
import dev.escarole.engine.store.audit.AuditBounds;
import dev.escarole.engine.store.audit.Lines;
import dev.escarole.engine.store.audit.Trail;
import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.engine.store.cache.ResultBounds;
import dev.escarole.engine.store.content.ContentRows;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Borders;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.journal.GroupWriter;
import dev.escarole.engine.store.journal.Journal;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.store.journal.OpenRuns;
import dev.escarole.engine.store.journal.Presence;
import dev.escarole.engine.store.journal.RunKey;
import dev.escarole.engine.store.journal.StoredSignal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The database of plans and runs. Thread-safe.
 *
 * <p>What is read is what was committed: events that wait in the {@link Journal} are not seen until
 * it has written them.
 */
public final class RunStore implements AutoCloseable {

  /** Who stores a run has claimed it. */
  private static final long FIRST_EPOCH = 1;

  private final Database database;
  private final Presence presence;
  private final OpenRuns openRuns;
  private final Journal journal;
  private final Audit audit;
  private final Lines lines;
  private final Actions actions;
  private final KeptResults results;
  private final RunReports reports;
  private final Housekeeping housekeeping;
  private final LaunchKeys keys;
  private final RunNames names;

  private RunStore(Database database, StoreOptions options, StoreBounds bounds, Borders around) {
    this.database = database;
    this.presence = new Presence(database, around.clock());
    this.openRuns = new OpenRuns(database);
    this.housekeeping = new Housekeeping(database);
    this.keys = new LaunchKeys(database, LaunchKeys.MOST);
    this.names = new RunNames(database);
    this.journal = new Journal(database, presence, openRuns, options, around);
    this.actions = new Actions(database);
    this.audit = new Audit(database, AuditBounds.ofCalls(bounds), around.clock());
    this.lines = new Lines(database, AuditBounds.ofLines(bounds), around.clock());
    this.reports = new RunReports(database);
    this.results = new KeptResults(database, ResultBounds.of(bounds), around.clock());
  }

  /**
   * Opens the database, makes or updates its schema and starts the journal.
   *
   * @throws StoreException if it cannot be opened, such as when another process has it open
   */
  public static RunStore open(StoreOptions options) {
    return open(options, StoreBounds.DEFAULTS);
  }

  /** The same with bounds for what is kept beside the runs. */
  public static RunStore open(StoreOptions options, StoreBounds bounds) {
    return open(options, bounds, Borders.REAL);
  }

  /** Opens with something between the store and what it has around it. */
  static RunStore open(StoreOptions options, Borders around) {
    return open(options, StoreBounds.DEFAULTS, around);
  }

  private static RunStore open(StoreOptions options, StoreBounds bounds, Borders around) {
    Database database = Database.open(options, around.connections());
    RunStore store = new RunStore(database, options, bounds, around);
    store.journal.start();
    store.audit.start();
    store.lines.start();
    store.results.start();
    return store;
  }

  /**
   * Stores a run with its plan, all in one transaction that is committed on return and outlives a
   * crash of this process. A plan that was stored before is not written again.
   *
   * @throws StoreException if the id is taken, the run that this one runs again was deleted, or the
   *     database does not answer; nothing is stored
   */
  public void create(NewRun run, Plan plan) {
    create(run, plan, (handle, number) -> {});
  }

  /**
   * Does the same once for each key: the key is stored in the same transaction.
   *
   * @return what was launched under the key before; nothing is stored then. Empty if this run was
   *     stored
   */
  public Optional<KeyedLaunch> create(NewRun run, Plan plan, LaunchKey key) {
    try {
      create(run, plan, (connection, number) -> keys.enter(connection, run, number, key));
      return Optional.empty();
    } catch (LaunchKeys.Taken e) {
      Optional<KeyedLaunch> before = launched(key, run.startedAt());
      if (before.isEmpty()) {
        throw new StoreException(
            "The run that was launched under the key was deleted at the same moment; nothing was"
                + " stored. Try again.",
            e);
      }
      return before;
    }
  }

  /**
   * What was launched under a key within the last day; empty if nothing was, or the run was
   * deleted.
   */
  public Optional<KeyedLaunch> launched(LaunchKey key, Instant now) {
    return keys.find(key, now);
  }

  /** More to store in the transaction that stores a run. */
  private interface Beside {
    void store(Connection connection, long number) throws SQLException;
  }

  private void create(NewRun run, Plan plan, Beside more) {
    refuseWhilePaused(run);
    long engine = presence.number();
    long number =
        database.<Long>transact(
            "store run " + run.id(),
            connection -> {
              GroupWriter.removals(connection, engine);
              checkEarlier(connection, run.again());
              PlanRows.write(connection, plan, run.startedAt());
              ContentRows.write(connection, List.of(run.stdin()));
              long given = RunRows.insert(connection, run, plan, engine, FIRST_EPOCH);
              RunRows.label(connection, given, run.labels());
              more.store(connection, given);
              return given;
            });
    database.harden();
    openRuns.stored(new RunKey(run.id(), number, FIRST_EPOCH));
  }

  /**
   * A run whose events could not be recorded is not begun. Nor is a database asked that has just
   * failed: H2, closed by a write that failed, would lose count of who uses it.
   */
  private void refuseWhilePaused(NewRun run) {
    JournalHealth health = journal.health();
    if (health.state() == JournalHealth.State.PAUSED) {
      throw new StoreException(
          "The store cannot store run %s, as it cannot write at the moment: %s Check that the"
                  .formatted(run.id(), health.reason())
              + " database can be reached and has room, then try again; nothing was stored.",
          null);
    }
  }

  /** What is taken over is read again when the run is resumed, so it must be there still. */
  private static void checkEarlier(Connection connection, NewRun.@Nullable Again again)
      throws SQLException {
    if (again == null) {
      return;
    }
    try (Batch earlier = Batch.of(connection, Sql.RUN_NUMBER)) {
      if (earlier.text(again.of().value()).answer().isEmpty()) {
        throw new StoreException(
            "The run cannot run %s again, which was deleted meanwhile.".formatted(again.of()),
            null);
      }
    }
  }

  /**
   * The runs that have not ended as far as the database knows, in the order in which they were
   * stored. Whose engine does not live was left behind by it and can be {@link #claim claimed}.
   */
  public List<UnfinishedRun> unfinished() {
    return database.read(
        "list the runs that have not ended",
        handle -> {
          List<UnfinishedRun.Owned> owned =
              handle.createQuery(Sql.UNFINISHED).map((row, c) -> RowReader.owned(row)).list();
          Map<Long, Boolean> alive = new HashMap<>();
          return owned.stream()
              .map(run -> run.as(alive.computeIfAbsent(run.owner(), n -> isAlive(handle, run))))
              .toList();
        });
  }

  /**
   * Shows other engines of the database that this one lives, if it has entered and its session was
   * lost. Call it every few seconds: a server that starts anew waits 15 s for the engines that it
   * knew before it counts their runs as left behind.
   *
   * @throws StoreException if the database does not answer
   */
  public void showPresence() {
    presence.renew();
  }

  private boolean isAlive(Handle handle, UnfinishedRun.Owned run) {
    String name = run.name();
    return name != null && presence.isAlive(handle, run.owner(), name);
  }

  /**
   * Makes this store the owner of a run that has not ended, if nobody else has claimed it since the
   * caller looked. From then on nothing that an earlier owner has yet to write is written; what it
   * has written can be read.
   *
   * @param epoch as in {@link UnfinishedRun#epoch}
   */
  public Claim claim(RunId run, long epoch) {
    long engine = presence.number();
    int claimed =
        database.<Integer>write(
            "claim run " + run,
            handle ->
                handle
                    .createUpdate(Sql.CLAIM)
                    .bind("owner", engine)
                    .bind("id", run.value())
                    .bind("epoch", epoch)
                    .execute());
    if (claimed == 0) {
      return new Claim.Lost();
    }
    database.harden();
    openRuns.claimed(run);
    return new Claim.Won(epoch + 1);
  }

  /** What each run takes, newest first. */
  public List<KeptRun> kept() {
    return housekeeping.runs();
  }

  /** The runs that these limits let go, newest first; nothing is deleted. */
  public List<KeptRun> droppedBy(Retention limits, Instant now) {
    return housekeeping.dropped(limits, now);
  }

  /**
   * Deletes runs with all that no other run needs, in batches of bounded size. A run that has not
   * ended stays, and so does one that a run that has not ended runs again. When the store is
   * closed, H2's file shrinks.
   *
   * @param gone hears of each run when it is deleted for good
   */
  public DeletedRuns delete(List<KeptRun> runs, Consumer<RunId> gone) {
    DeletedRuns deleted = housekeeping.delete(runs, gone);
    if (!deleted.runs().isEmpty()) {
      database.compactAtClose();
    }
    return deleted;
  }

  /**
   * Keeps H2's file from growing with what is dead in it; call it about once a second. Does nothing
   * for other databases.
   *
   * @throws StoreException if the database is away
   */
  public void tidy() {
    database.tidy();
  }

  /** What pages ask about runs. */
  public RunReports reports() {
    return reports;
  }

  /** Where everything that happens in runs is recorded. */
  public Journal journal() {
    return journal;
  }

  /** Where every call of a command is recorded. */
  public Audit audit() {
    return audit;
  }

  /** Where every line of an agent is recorded. */
  public Lines lines() {
    return lines;
  }

  /** Calls and lines, as one list. */
  public Trail trail() {
    return new Trail(audit, lines);
  }

  /** What people and programs did through a server. */
  public Actions actions() {
    return actions;
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
                .createQuery(RunRows.RUN)
                .bind("id", id.value())
                .map((row, context) -> RunRows.run(row))
                .findOne());
  }

  /** What a run was launched with. */
  public Optional<NewRun> launch(RunId id) {
    return database.read(
        "read what run " + id + " was launched with",
        handle ->
            handle
                .createQuery(RunRows.LAUNCH)
                .bind("id", id.value())
                .map((row, context) -> RunRows.launch(row, sha256 -> stdin(handle, sha256)))
                .findOne());
  }

  private static Content stdin(Handle handle, String sha256) {
    return ContentRows.read(handle, sha256).map(Content::of).orElseThrow();
  }

  /** The runs that the query asks for, newest first. */
  public List<StoredRun> runs(RunQuery query) {
    return database.read("list runs", handle -> RunListRows.list(handle, query));
  }

  /**
   * The one run that is meant: by its id, by the beginning of its id if no other begins so, or as
   * {@code last}. Empty if there is none or more than one; {@link #matching} tells which.
   */
  public Optional<RunId> find(String idOrPrefix) {
    return names.find(idOrPrefix);
  }

  /** The newest runs whose id begins so, newest first. */
  public List<RunId> matching(String prefix, int limit) {
    return names.matching(prefix, limit);
  }

  /**
   * All steps of a run in plan order, with how far each has come; empty if there is no such run.
   */
  public List<StoredStep> steps(RunId id) {
    return database.read("read the steps of run " + id, handle -> HistoryRows.steps(handle, id));
  }

  /** The attempts of a run that have ended, in the order of their ends. */
  public List<StoredAttempt> attempts(RunId id) {
    return database.read(
        "read the attempts of run " + id, handle -> HistoryRows.attempts(handle, id));
  }

  /** The joins of a run in the order in which they were decided. */
  public List<Join> joins(RunId id) {
    return database.read("read the joins of run " + id, handle -> HistoryRows.joins(handle, id));
  }

  /** All transitions of a run's steps in the order in which they happened. */
  public List<StoredTransition> transitions(RunId id) {
    return database.read(
        "read the transitions of run " + id, handle -> HistoryRows.transitions(handle, id));
  }

  /**
   * The plan of a run, made of its stored steps.
   *
   * @throws StoreException if there is no such run, or the stored steps are not those of its plan
   */
  public Plan plan(RunId id) {
    StoredRun run = run(id).orElseThrow(() -> new StoreException("there is no run " + id, null));
    List<PlanReader.Row> rows =
        database.read("read the plan of run " + id, handle -> HistoryRows.plan(handle, id));
    Plan.Output output =
        database.read(
            "read the output of run " + id, handle -> HistoryRows.markedOutput(handle, id));
    try {
      return Plan.restored(run.recipe(), PlanReader.steps(rows), output, run.planHash())
          .at(id.facts());
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          "The plan of run %s cannot be read back: %s".formatted(id, e.getMessage()), e);
    }
  }

  /** All that is on record of a run. */
  public StoredHistory history(RunId id) {
    Map<String, Integer> joins = new HashMap<>();
    joins(id).forEach(join -> joins.merge(join.path(), 1, Integer::sum));
    List<StoredSignal> signals =
        database.read("read the signals of run " + id, handle -> HistoryRows.signals(handle, id));
    return new StoredHistory(transitions(id), attempts(id), signals, joins);
  }

  /** How often a run was resumed, in order. */
  public List<StoredResume> resumes(RunId id) {
    return database.read(
        "read the resumptions of run " + id, handle -> HistoryRows.resumes(handle, id));
  }

  /** Stores that a run is about to go on; committed on return. */
  public void resumed(RunId id, StoredResume resume) {
    database.<Integer>write(
        "store that run " + id + " goes on",
        handle ->
            handle
                .createUpdate(Sql.INSERT_RESUME)
                .bind("runId", id.value())
                .bind("number", resume.number())
                .bind("atMs", resume.at().toEpochMilli())
                .bind("attemptsKept", resume.attemptsKept())
                .bind("leavesAgain", resume.leavesAgain())
                .execute());
    database.harden();
  }

  /** Ends a run that cannot go on, with the reason; has no effect on one that is over. */
  public void fail(RunId id, Instant at, String reason) {
    database.<Integer>write(
        "store that run " + id + " has failed",
        handle ->
            handle
                .createUpdate(Sql.FAIL_RUN)
                .bind("id", id.value())
                .bind("endedAtMs", at.toEpochMilli())
                .bind("error", reason)
                .execute());
    database.harden();
  }

  /**
   * The bytes of this SHA-256: a run's input, its result text, or an output of an attempt.
   *
   * @param sha256 in lower-case hex
   */
  public Optional<byte[]> content(String sha256) {
    return contentParts(sha256).map(ByteParts::toArray);
  }

  /** The same in arrays that follow each other, so that a large content is in memory only once. */
  public Optional<ByteParts> contentParts(String sha256) {
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
      lines.close();
      presence.close();
      database.close();
    }
  }
}
