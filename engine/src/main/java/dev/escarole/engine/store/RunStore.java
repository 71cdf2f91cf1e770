package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
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
import dev.escarole.engine.store.content.Contents;
import dev.escarole.engine.store.content.OutputSweep;
import dev.escarole.engine.store.content.OutsideContents;
import dev.escarole.engine.store.content.Placing;
import dev.escarole.engine.store.database.Announcements;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Database.DatabaseFacts;
import dev.escarole.engine.store.database.Dialect;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreHooks;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.database.Topic;
import dev.escarole.engine.store.journal.Journal;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.store.journal.OpenRuns;
import dev.escarole.engine.store.journal.Presence;
import dev.escarole.engine.store.launch.Claimable;
import dev.escarole.engine.store.launch.LaunchTurn;
import dev.escarole.engine.store.launch.LaunchTurns;
import dev.escarole.engine.store.launch.LaunchTurns.Begun;
import dev.escarole.engine.store.launch.PendingLaunches;
import dev.escarole.engine.store.launch.StoredTurn;
import dev.escarole.engine.store.launch.UnclaimedRuns;
import dev.escarole.engine.store.launch.UnclaimedRuns.Group;
import dev.escarole.engine.store.node.NodeStore;
import dev.escarole.engine.store.node.OutputRegistration;
import dev.escarole.engine.store.outbox.Notice;
import dev.escarole.engine.store.outbox.Outbox;
import dev.escarole.engine.store.output.OutputPlace;
import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.shard.ShardRows;
import dev.escarole.recipe.notify.NotifyEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
  private final RunCreation creation;
  private final Outbox outbox;
  private final Awaits awaits;
  private final RunFiles files;
  private final Announcements announcements;
  private final OutsideContents outside;
  private final OutputSweep sweep;

  private RunStore(
      Database database,
      OutsideContents outside,
      StoreOptions options,
      StoreBounds bounds,
      StoreHooks hooks) {
    this.database = database;
    this.outside = outside;
    this.sweep = new OutputSweep(database, outside);
    Contents contents = new Contents(database, outside);
    this.presence = new Presence(database, hooks.clock());
    this.openRuns = new OpenRuns(database);
    this.ownership = new Ownership(database, presence, openRuns);
    this.housekeeping = new Housekeeping(database, outside);
    this.awaits = new Awaits(database, presence::number);
    this.keys = new LaunchKeys(database, LaunchKeys.MOST);
    this.files = new RunFiles(database, presence, outside);
    this.announcements = new Announcements(database);
    this.actions = new Actions(database);
    this.outbox = new Outbox(database, presence);
    this.creation =
        new RunCreation(
            database,
            presence,
            openRuns,
            keys,
            outbox,
            () -> new Placing(database, outside, hooks.clock()));
    this.audit = new Audit(database, AuditBounds.ofCalls(bounds), hooks.clock());
    this.journal = new Journal(database, presence, openRuns, audit, outside, options, hooks);
    this.lines = new Lines(database, AuditBounds.ofLines(bounds), hooks.clock());
    this.records = new RunRecords(database, contents);
    this.results = new KeptResults(database, outside, ResultBounds.of(bounds), hooks.clock());
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
    RunStore store;
    try {
      store = new RunStore(database, outside(options.outputs()), options, bounds, hooks);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
    try {
      new OutputRegistration(database, store.presence, store.outside).check();
    } catch (RuntimeException e) {
      store.outside.close();
      database.close();
      throw e;
    }
    store.journal.start();
    store.audit.start();
    store.lines.start();
    store.results.start();
    return store;
  }

  private static OutsideContents outside(@Nullable OutputPlace outputs) {
    if (outputs == null) {
      return OutsideContents.none();
    }
    try {
      return OutsideContents.in(outputs.open(), outputs.above());
    } catch (IllegalArgumentException e) {
      throw new StoreException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Stores a run with its plan in one transaction that is committed on return and survives a crash
   * of this process. A plan that is already stored is not written again.
   *
   * @throws StoreException if the id is taken, the rerun's original run was deleted, or the
   *     database does not answer; nothing is stored
   */
  public void create(NewRun run, Plan plan) {
    Created unused = create(run, plan, LaunchTerms.NONE, false);
  }

  /**
   * Stores a run at most once per key; the key is stored in the same transaction.
   *
   * @return the earlier launch with the key, in which case nothing is stored; empty if this run was
   *     stored
   */
  public Optional<KeyedLaunch> create(NewRun run, Plan plan, LaunchKey key) {
    return Optional.ofNullable(create(run, plan, LaunchTerms.under(key), false).before());
  }

  /**
   * Stores a run at most once per key, and queues it if its recipe allows no more runs at once.
   *
   * @param deadCount whether the unfinished runs of dead engines count, because they are resumed
   * @throws dev.escarole.engine.store.launch.QueueFullException if it would be queued and the queue
   *     is full; nothing is stored
   */
  public Created create(NewRun run, Plan plan, LaunchTerms terms, boolean deadCount) {
    refuseWhilePaused(run);
    List<Long> dead = terms.turn() == null ? List.of() : ownership.ignored(deadCount);
    return creation.create(run, plan, terms, dead);
  }

  /**
   * Result of storing a run.
   *
   * @param before the earlier launch with the key, in which case nothing is stored; else null
   * @param queued the turn of the run if it is queued; null if it starts now
   */
  public record Created(@Nullable KeyedLaunch before, @Nullable StoredTurn queued) {}

  /**
   * Returns the launch with this key within the last day; empty if there is none or the run was
   * deleted.
   */
  public Optional<KeyedLaunch> launched(LaunchKey key, Instant now) {
    return keys.find(key, now);
  }

  /**
   * Refuses a launch whose queue is full, before anything is done for it.
   *
   * @throws dev.escarole.engine.store.launch.QueueFullException if it is full
   */
  public void checkQueue(String recipe, LaunchTurn turn, boolean deadCount) {
    turns().check(recipe, turn, ownership.ignored(deadCount));
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

  /** What an engine may claim of the runs that nobody has, by priority. */
  public List<Group> unclaimed(Claimable claimable) {
    return new UnclaimedRuns(database).groups(claimable);
  }

  /** What a run asks of the engine that claims it; empty if it waits for none. */
  public Optional<UnclaimedRuns.Wait> unclaimed(RunId run) {
    return new UnclaimedRuns(database).find(run);
  }

  /**
   * Claims and starts runs that no engine has claimed, the oldest of the group first, as far as
   * their recipe allows more at once.
   *
   * @param most how many
   * @param deadCount whether the unfinished runs of dead engines count, because they are resumed
   */
  public List<StoredTurn> claim(
      Group group, int most, Claimable claimable, boolean deadCount, Instant at) {
    return ownership.claim(group, most, claimable, deadCount, at);
  }

  /** Claims runs that nobody has claimed before they expired; they are still queued. */
  public List<StoredTurn> takeExpired(Claimable claimable, Instant at) {
    return ownership.takeExpired(claimable, at);
  }

  /** Claims one run that no engine has claimed; it is still queued. Empty if one has. */
  public Optional<StoredTurn> take(RunId run) {
    return ownership.take(run);
  }

  /** Calls this whenever an engine has announced something; one listener hears of each topic. */
  public Dialect.Closing listen(Topic topic, Runnable heard) {
    return announcements.listen(topic, heard);
  }

  /** Returns the shards of wide parallel nodes. */
  public ShardRows shards() {
    return new ShardRows(database, presence);
  }

  /**
   * Starts a queued run of this engine if its recipe allows one more.
   *
   * @param deadCount whether the unfinished runs of dead engines count, because they are resumed
   */
  public Begun begin(StoredTurn run, boolean deadCount, Instant at) {
    return ownership.begin(run, deadCount, at);
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

  /**
   * Deletes some of the objects in the output store that nothing names, if there is one; call it
   * about once an hour.
   *
   * @return how many
   * @throws StoreException if the database or the output store does not answer
   */
  public int sweepOutputs(Instant now) {
    return sweep.some(now);
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

  /** Returns the messages about runs. */
  public Outbox outbox() {
    return outbox;
  }

  /** Returns the steps that wait for people and programs. */
  public Awaits awaits() {
    return awaits;
  }

  /** Returns the engines that use this database. */
  public NodeStore nodes() {
    return new NodeStore(database, presence);
  }

  /** Returns the files of runs. */
  public RunFiles files() {
    return files;
  }

  /** Returns the turns of the runs of recipes that limit how many there are at once. */
  public LaunchTurns turns() {
    return new LaunchTurns(database);
  }

  /** Returns the launches of applications that no engine has carried out yet. */
  public PendingLaunches pendingLaunches() {
    return new PendingLaunches(database);
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

  /**
   * Fails a run of this engine that cannot continue, with the reason; has no effect on one that has
   * ended or that another engine has claimed.
   */
  public void fail(RunId id, Instant at, String reason) {
    long engine = presence.number();
    database.<Integer>write(
        "store that run " + id + " has failed",
        handle -> {
          int failed =
              handle
                  .createUpdate(Sql.FAIL_RUN)
                  .bind("id", id.value())
                  .bind("owner", engine)
                  .bind("endedAtMs", at.toEpochMilli())
                  .bind("error", reason)
                  .execute();
          if (failed > 0) {
            Notice notice = Notice.ended(NotifyEvent.FAILED, at, reason, null);
            Outbox.enter(handle.getConnection(), id, notice);
          }
          return failed;
        });
    database.harden();
  }

  /** Commits everything that was recorded, then closes the database. */
  @Override
  public void close() {
    try {
      journal.close();
    } finally {
      outbox.close();
      results.close();
      audit.close();
      lines.close();
      presence.close();
      database.close();
      outside.close();
    }
  }
}
