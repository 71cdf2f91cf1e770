package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey.KeyedLaunch;
import dev.escarole.engine.store.Retention.DeletedRuns;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.audit.Actions;
import dev.escarole.engine.store.audit.Audit;
import dev.escarole.engine.store.audit.Audit.AuditBounds;
import dev.escarole.engine.store.audit.Lines;
import dev.escarole.engine.store.audit.Trail;
import dev.escarole.engine.store.await.Awaits;
import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.engine.store.cache.KeptResults.ResultBounds;
import dev.escarole.engine.store.content.ContentRows;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Database.DatabaseFacts;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreHooks;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.journal.GroupWriter;
import dev.escarole.engine.store.journal.Journal;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.store.journal.OpenRuns;
import dev.escarole.engine.store.journal.Presence;
import dev.escarole.engine.store.journal.RunKey;
import dev.escarole.engine.store.launch.LaunchTurn;
import dev.escarole.engine.store.launch.LaunchTurns;
import dev.escarole.engine.store.launch.LaunchTurns.Begun;
import dev.escarole.engine.store.launch.StoredTurn;
import dev.escarole.engine.store.schedule.ScheduleStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The database of plans and runs. Thread-safe.
 *
 * <p>Only committed data is read: events queued in the {@link Journal} are not visible until it has
 * written them.
 */
public final class RunStore implements AutoCloseable {

  /** The epoch of a new run, which its creator owns. */
  private static final long FIRST_EPOCH = 1;

  private final Database database;
  private final Presence presence;
  private final OpenRuns openRuns;
  private final Ownership ownership;
  private final Journal journal;
  private final Audit audit;
  private final Lines lines;
  private final Actions actions;
  private final KeptResults results;
  private final RunRecords records;
  private final Housekeeping housekeeping;
  private final LaunchKeys keys;
  private final Awaits awaits;
  private final RunFiles files;

  private RunStore(Database database, StoreOptions options, StoreBounds bounds, StoreHooks hooks) {
    this.database = database;
    this.presence = new Presence(database, hooks.clock());
    this.openRuns = new OpenRuns(database);
    this.ownership = new Ownership(database, presence, openRuns);
    this.housekeeping = new Housekeeping(database);
    this.awaits = new Awaits(database);
    this.keys = new LaunchKeys(database, LaunchKeys.MOST);
    this.files = new RunFiles(database, presence);
    this.actions = new Actions(database);
    this.audit = new Audit(database, AuditBounds.ofCalls(bounds), hooks.clock());
    this.journal = new Journal(database, presence, openRuns, audit, options, hooks);
    this.lines = new Lines(database, AuditBounds.ofLines(bounds), hooks.clock());
    this.records = new RunRecords(database);
    this.results = new KeptResults(database, ResultBounds.of(bounds), hooks.clock());
  }

  /**
   * Opens the database, creates its schema if missing and starts the journal.
   *
   * @throws StoreException if it cannot be opened, for example because another process has it open
   */
  public static RunStore open(StoreOptions options) {
    return open(options, StoreBounds.DEFAULTS);
  }

  /** Opens the database with limits on audit rows and cached results. */
  public static RunStore open(StoreOptions options, StoreBounds bounds) {
    return open(options, bounds, StoreHooks.NONE);
  }

  /** Opens the database with replaceable surroundings, for tests. */
  static RunStore open(StoreOptions options, StoreHooks hooks) {
    return open(options, StoreBounds.DEFAULTS, hooks);
  }

  private static RunStore open(StoreOptions options, StoreBounds bounds, StoreHooks hooks) {
    Database database = Database.open(options, hooks.connections());
    RunStore store = new RunStore(database, options, bounds, hooks);
    store.journal.start();
    store.audit.start();
    store.lines.start();
    store.results.start();
    return store;
  }

  /**
   * Stores a run with its plan in one transaction that is committed on return and survives a crash
   * of this process. A plan that is already stored is not written again.
   *
   * @throws StoreException if the id is taken, the rerun's original run was deleted, or the
   *     database does not answer; nothing is stored
   */
  public void create(NewRun run, Plan plan) {
    create(run, plan, (handle, number) -> {});
  }

  /**
   * Stores a run at most once per key; the key is stored in the same transaction.
   *
   * @return the earlier launch with the key, in which case nothing is stored; empty if this run was
   *     stored
   */
  public Optional<KeyedLaunch> create(NewRun run, Plan plan, LaunchKey key) {
    try {
      create(run, plan, (connection, number) -> keys.enter(connection, run, number, key));
      return Optional.empty();
    } catch (LaunchKeys.Taken e) {
      return Optional.of(earlier(run, key, e));
    }
  }

  private KeyedLaunch earlier(NewRun run, LaunchKey key, LaunchKeys.Taken why) {
    return launched(key, run.startedAt())
        .orElseThrow(
            () ->
                new StoreException(
                    "The run that was launched with this key has just been deleted; nothing was"
                        + " stored. Try again.",
                    why));
  }

  /**
   * Returns the launch with this key within the last day; empty if there is none or the run was
   * deleted.
   */
  public Optional<KeyedLaunch> launched(LaunchKey key, Instant now) {
    return keys.find(key, now);
  }

  /** Additional writes in the transaction that stores a run. */
  private interface Beside {
    void store(Connection connection, long number) throws SQLException;
  }

  /**
   * Result of storing a run.
   *
   * @param before the earlier launch with the key, in which case nothing is stored; else null
   * @param queued the turn of the run if it is queued; null if it starts now
   */
  public record Created(@Nullable KeyedLaunch before, @Nullable StoredTurn queued) {}

  /**
   * Stores a run at most once per key, and queues it if its recipe allows no more runs at once.
   *
   * @param key null to store it in any case
   * @param turn null if the recipe does not limit its runs at once
   * @param deadCount whether the unfinished runs of dead engines count, because they are resumed
   * @throws dev.escarole.engine.store.launch.QueueFullException if it would be queued and the queue
   *     is full; nothing is stored
   */
  public Created create(
      NewRun run,
      Plan plan,
      @Nullable LaunchKey key,
      @Nullable LaunchTurn turn,
      boolean deadCount) {
    if (turn == null && key == null) {
      create(run, plan);
      return new Created(null, null);
    }
    if (turn == null) {
      return new Created(create(run, plan, Objects.requireNonNull(key)).orElse(null), null);
    }
    return createInTurn(run, plan, key, turn, ownership.ignored(deadCount));
  }

  private Created createInTurn(
      NewRun run, Plan plan, @Nullable LaunchKey key, LaunchTurn turn, List<Long> dead) {
    AtomicReference<@Nullable StoredTurn> queued = new AtomicReference<>();
    String recipe = plan.recipeName();
    Decided decided = connection -> LaunchTurns.decide(connection, recipe, turn, dead);
    Beside more =
        (connection, number) -> {
          LaunchTurns.enter(connection, number, turn);
          queued.set(new StoredTurn(run.id(), number, recipe, run.principal(), turn));
          if (key != null) {
            keys.enter(connection, run, number, key);
          }
        };
    try {
      RunStatus status = create(run, plan, decided, more);
      return new Created(null, status == RunStatus.QUEUED ? queued.get() : null);
    } catch (LaunchKeys.Taken e) {
      return new Created(earlier(run, Objects.requireNonNull(key), e), null);
    }
  }

  /**
   * Refuses a launch whose queue is full, before anything is done for it.
   *
   * @throws dev.escarole.engine.store.launch.QueueFullException if it is full
   */
  public void checkQueue(String recipe, LaunchTurn turn, boolean deadCount) {
    turns().check(recipe, turn, ownership.ignored(deadCount));
  }

  /** The status of a new run, in the transaction that stores it. */
  private interface Decided {
    RunStatus on(Connection connection) throws SQLException;
  }

  private void create(NewRun run, Plan plan, Beside more) {
    RunStatus unused = create(run, plan, connection -> RunStatus.RUNNING, more);
  }

  private RunStatus create(NewRun run, Plan plan, Decided decided, Beside more) {
    refuseWhilePaused(run);
    AtomicReference<RunStatus> result = new AtomicReference<>(RunStatus.RUNNING);
    long engine = presence.number();
    long number =
        database.<Long>transact(
            "store run " + run.id(),
            connection -> {
              GroupWriter.removals(connection, engine);
              checkEarlier(connection, run.again());
              long planNumber = PlanRows.write(connection, plan, run.startedAt());
              ContentRows.write(connection, List.of(run.stdin()));
              RunRows.StoredPlan stored = new RunRows.StoredPlan(planNumber, plan.recipeName());
              RunStatus status = decided.on(connection);
              result.set(status);
              long given = RunRows.insert(connection, run, stored, status, engine, FIRST_EPOCH);
              RunRows.label(connection, given, run.labels());
              RunFiles.give(connection, given, run.files());
              more.store(connection, given);
              return given;
            });
    database.harden();
    openRuns.stored(new RunKey(run.id(), number, FIRST_EPOCH));
    return Objects.requireNonNull(result.get());
  }

  /**
   * A run is not started while its events could not be recorded. Nor is a failed database accessed:
   * H2, closed by a failed write, would lose track of its users.
   */
  private void refuseWhilePaused(NewRun run) {
    JournalHealth health = journal.health();
    if (health.state() == JournalHealth.State.PAUSED) {
      throw new StoreException(
          "The store cannot store run %s because it cannot write at the moment: %s Check that the"
                  .formatted(run.id(), health.reason())
              + " database is reachable and has free space, then try again; nothing was stored.",
          null);
    }
  }

  /** The original run is read again when the rerun is resumed, so it must still exist. */
  private static void checkEarlier(Connection connection, NewRun.@Nullable Again again)
      throws SQLException {
    if (again == null) {
      return;
    }
    try (Batch earlier = Batch.of(connection, Sql.RUN_NUMBER)) {
      if (earlier.text(again.of().value()).answer().isEmpty()) {
        throw new StoreException(
            "The run %s cannot be rerun because it has been deleted.".formatted(again.of()), null);
      }
    }
  }

  /**
   * Returns the runs that have not ended according to the database, in the order in which they were
   * stored. A run whose engine is dead can be {@link #claim claimed}.
   */
  public List<UnfinishedRun> unfinished() {
    return ownership.unfinished();
  }

  /**
   * Makes this store the owner of an unfinished run, unless another one has claimed it since the
   * caller read its epoch. From then on all writes of an earlier owner are rejected.
   *
   * @param epoch as in {@link UnfinishedRun#epoch}
   */
  public Claim claim(RunId run, long epoch) {
    return ownership.claim(run, epoch);
  }

  /**
   * Starts a queued run of this engine if its recipe allows one more.
   *
   * @param deadCount whether the unfinished runs of dead engines count, because they are resumed
   */
  public Begun begin(StoredTurn run, boolean deadCount, Instant at) {
    return ownership.begin(run, deadCount, at);
  }

  /**
   * Renews this engine's registration if its session was lost. Call it every few seconds: a
   * restarted server waits 15 s for known engines before their runs can be claimed.
   *
   * @throws StoreException if the database does not answer
   */
  public void showPresence() {
    presence.renew();
  }

  /** Returns the size of each run, newest first. */
  public List<KeptRun> kept() {
    return housekeeping.runs();
  }

  /**
   * Returns the runs that these limits would delete, newest first; nothing is deleted.
   *
   * @param files bytes of a run outside of the database; asked only if they matter
   */
  public List<KeptRun> droppedBy(Retention limits, Instant now, ToLongFunction<RunId> files) {
    return housekeeping.dropped(limits, now, files);
  }

  /**
   * Deletes runs and everything that no other run needs, in batches of bounded size. An unfinished
   * run stays, and so does one that an unfinished run reruns. H2's file shrinks when the store is
   * closed.
   *
   * @param gone is called for each run after its deletion is committed
   */
  public DeletedRuns delete(List<KeptRun> runs, Consumer<RunId> gone) {
    DeletedRuns deleted = housekeeping.delete(runs, gone);
    if (!deleted.runs().isEmpty()) {
      database.compactAtClose();
    }
    return deleted;
  }

  /**
   * Frees unused space in H2's file; call it about once a second. Does nothing for other databases.
   *
   * @throws StoreException if the database does not answer
   */
  public void tidy() {
    database.tidy();
  }

  /** What can be read of the stored runs. */
  public RunRecords records() {
    return records;
  }

  /** Facts about the database. */
  public DatabaseFacts facts() {
    return database.facts();
  }

  /** Returns the journal of run events. */
  public Journal journal() {
    return journal;
  }

  /** Returns the audit of command calls. */
  public Audit audit() {
    return audit;
  }

  /** Returns the audit of agents' lines. */
  public Lines lines() {
    return lines;
  }

  /** Returns the whole audit. */
  public Trail trail() {
    return new Trail(audit, lines, actions);
  }

  /** Returns the audit of actions through a server. */
  public Actions actions() {
    return actions;
  }

  /** Returns the steps that wait for people and programs. */
  public Awaits awaits() {
    return awaits;
  }

  /** Returns the files of runs. */
  public RunFiles files() {
    return files;
  }

  /** Returns the turns of the runs of recipes that limit how many there are at once. */
  public LaunchTurns turns() {
    return new LaunchTurns(database);
  }

  /** Returns what is on record about schedules. */
  public ScheduleStore schedules() {
    return new ScheduleStore(database);
  }

  /** Returns the cache of command results. */
  public KeptResults results() {
    return results;
  }

  /** Stores that a run is resumed; committed on return. */
  public void resumed(RunId id, StoredResume resume) {
    database.<Integer>write(
        "store that run " + id + " is resumed",
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

  /** Fails a run that cannot continue, with the reason; has no effect on one that has ended. */
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

  /** Commits everything that was recorded, then closes the database. */
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
