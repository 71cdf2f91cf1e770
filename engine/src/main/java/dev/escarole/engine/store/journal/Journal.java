package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.Audit;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.audit.CallJournal;
import dev.escarole.engine.store.content.OutputsAwayException;
import dev.escarole.engine.store.content.OutsideContents;
import dev.escarole.engine.store.content.Placing;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.FailureKind;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreHooks;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.database.WriteBehind;
import dev.escarole.engine.store.journal.Recorded.RecordedGroup;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the events of runs. Thread-safe.
 *
 * <p>Calls of runs are written to the audit with the events, in the same order. Recording only
 * queues the event; a separate thread commits all queued events as one group. While the database is
 * unreachable, it retries, the queue fills up, and recording blocks: a run never gets further ahead
 * of its record than the size of the queue. Events that the database rejects are skipped, and the
 * executor of the run is notified.
 */
public final class Journal implements CallJournal {

  private static final Logger log = LoggerFactory.getLogger(Journal.class);

  private final WriteBehind<Recorded> queue;
  private final RowMaker rows;
  private final GroupWriter writer;
  private final Outage outage;
  private final Runnable reconnect;
  private final Consumer<Duration> beforePause;
  private final Presence presence;
  private final Audit audit;

  /** Why rows of unfinished runs were skipped. Confined to the writer's thread. */
  private final Map<RunId, String> refusedRuns = new HashMap<>();

  /** Written only by the journal's thread. */
  private volatile JournalWork work = new JournalWork(0, 0, 0);

  private volatile BiConsumer<RunId, StoreException> refusals = (run, why) -> {};

  /**
   * Creates a journal, through which from now on the audit writes the calls of runs.
   *
   * @param presence whose engine the rows belong to
   */
  public Journal(
      Database database,
      Presence presence,
      OpenRuns runs,
      Audit audit,
      OutsideContents outside,
      StoreOptions options,
      StoreHooks hooks) {
    this.queue =
        new WriteBehind<>(
            "escarole-journal",
            "events",
            new WriteBehind.Bounds(
                options.pendingEvents(), options.pendingBytes(), options.groupDelay()),
            this::write);
    this.rows = new RowMaker(runs);
    this.writer =
        new GroupWriter(database, presence, new Placing(database, outside, hooks.clock()));
    this.outage = new Outage(hooks.clock());
    this.reconnect = database::reconnect;
    this.beforePause = hooks.beforePause();
    this.presence = presence;
    this.audit = audit;
    audit.through(this);
  }

  public void start() {
    queue.start();
  }

  /**
   * Records an event. Fast unless the queue is full, in which case it blocks until there is space.
   * Not interruptible.
   *
   * @throws StoreException if the store was closed
   */
  public void record(RunEvent event) {
    if (!queue.put(
        new Recorded.Happened(event), bytes(event), event instanceof RunEvent.RunEnded)) {
      throw new StoreException("An event was recorded after the store was closed: " + event, null);
    }
  }

  @Override
  public boolean put(StoredAudit call) {
    return queue.put(new Recorded.Called(call), 0, false);
  }

  @Override
  public void catchUp() {
    queue.catchUp();
  }

  private static long bytes(RunEvent event) {
    if (event instanceof RunEvent.AttemptEnded attempt) {
      return (long) attempt.result().stdout().size() + attempt.result().stderr().size();
    }
    return event instanceof RunEvent.RunEnded end ? end.result().stdout().size() : 0;
  }

  /**
   * Returns when all events recorded before are committed. Not interruptible.
   *
   * @throws StoreException if the store is closed while the database fails
   */
  public void flush() {
    if (!queue.flush()) {
      throw new StoreException(
          "The store was closed while its database failed; %d events were not written. Runs that"
                  .formatted(queue.pending())
              + " were running continue from their last committed step.",
          null);
    }
  }

  /**
   * Sets the listener for runs that cannot be recorded because the database rejects an event or
   * another engine has claimed the run. Such a run must not continue. The listener is called on the
   * journal's thread, so it must be quick and must not record anything.
   */
  public void onRefusal(BiConsumer<RunId, StoreException> listener) {
    refusals = listener;
  }

  /** Returns whether events are being committed, and how many are queued. */
  public JournalHealth health() {
    return outage.health(queue.pending());
  }

  /** Returns statistics since the store was opened. */
  public JournalWork work() {
    return work;
  }

  /** Commits everything and ends the thread. */
  public void close() {
    queue.close();
    if (queue.pending() > 0) {
      flush();
    }
  }

  private void write(List<Recorded> recorded) {
    long begun = System.nanoTime();
    RecordedGroup group = new RecordedGroup(recorded);
    prepare(group.events);
    List<JournalRow> rowsOfGroup = rows.rows(group.events);
    if (!committed(rowsOfGroup, group.calls)) {
      // What was done must not be stored without its line in the audit.
      if (!committed(List.of(), group.calls)) {
        audit.takeBack(group.calls);
      }
      commit(rowsOfGroup);
    }
    done(group.events.size(), System.nanoTime() - begun);
  }

  /** Commits rows and calls together, unless the database refuses something of it. */
  private boolean committed(List<JournalRow> rowsOfGroup, List<StoredAudit> calls) {
    if (calls.isEmpty()) {
      commit(rowsOfGroup);
      return true;
    }
    List<JournalRow> group = withRefusals(rowsOfGroup);
    if (persist(() -> insert(group, calls)) != null) {
      return false;
    }
    forgetRefusals(group);
    audit.written(calls.size());
    return true;
  }

  private void insert(List<JournalRow> group, List<StoredAudit> calls) {
    if (outage.isPresent()) {
      presence.renew();
    }
    writer.write(group, calls).forEach(this::lose);
  }

  private void done(int events, long nanos) {
    JournalWork before = work;
    work =
        new JournalWork(
            before.groups() + 1, before.events() + events, before.commitNanos() + nanos);
  }

  private void prepare(List<RunEvent> events) {
    Set<RunId> runs = new LinkedHashSet<>();
    events.forEach(event -> runs.add(event.run()));
    for (RunId run : runs) {
      boolean[] found = new boolean[1];
      StoreException refusal = persist(() -> found[0] = rows.prepare(run));
      if (refusal != null) {
        rows.forget(run);
        refuse(run, refusal);
      } else if (!found[0]) {
        refuse(run, new StoreException("The run %s is not in the database.".formatted(run), null));
      }
    }
  }

  private void commit(List<JournalRow> rowsOfGroup) {
    if (rowsOfGroup.isEmpty()) {
      return;
    }
    List<JournalRow> group = withRefusals(rowsOfGroup);
    StoreException refusal = persist(() -> insert(group, List.of()));
    if (refusal == null) {
      forgetRefusals(group);
      return;
    }
    if (group.size() > 1) {
      commit(group.subList(0, group.size() / 2));
      commit(group.subList(group.size() / 2, group.size()));
    } else {
      log.error("The database rejects {}; it is not recorded", group, refusal);
      RunId run = group.get(0).run().id();
      refusedRuns.putIfAbsent(run, String.valueOf(refusal.getMessage()));
      refuse(run, refusal);
    }
  }

  /** A run with missing events ends as failed, with the reason. */
  private List<JournalRow> withRefusals(List<JournalRow> group) {
    if (refusedRuns.isEmpty()) {
      return group;
    }
    List<JournalRow> judged = new ArrayList<>(group);
    judged.replaceAll(
        row ->
            row instanceof JournalRow.Ended end
                ? new JournalRow.Ended(end.run(), end.event(), refusedRuns.get(end.run().id()))
                : row);
    return judged;
  }

  private void forgetRefusals(List<JournalRow> group) {
    for (JournalRow row : group) {
      if (!refusedRuns.isEmpty() && row instanceof JournalRow.Ended) {
        refusedRuns.remove(row.run().id());
      }
    }
  }

  private void lose(RunKey run) {
    rows.forget(run.id());
    refuse(run.id(), new RunLostException(run.id()));
  }

  private void refuse(RunId run, StoreException why) {
    try {
      refusals.accept(run, why);
    } catch (RuntimeException e) {
      log.error("The listener failed for run {}, which cannot be recorded", run, e);
    }
  }

  /**
   * Repeats some work until it succeeds.
   *
   * @return the failure that makes a retry pointless; null if the work is done
   */
  private @Nullable StoreException persist(Runnable work) {
    Throwable refused =
        queue.persist(
            work, failure -> FailureKind.of(failure) == FailureKind.PERMANENT, this::failed);
    outage.over();
    return refused == null ? null : refusal(refused);
  }

  private void failed(Throwable cause, Duration pause) {
    outage.failed(cause, queue.pending(), pause);
    if (!(cause instanceof OutputsAwayException)) {
      reconnect.run();
    }
    beforePause.accept(pause);
  }

  private static StoreException refusal(Throwable cause) {
    return cause instanceof StoreException known
        ? known
        : new StoreException("An event of a run cannot be recorded: " + cause, cause);
  }

  /**
   * Statistics of the journal since its store was opened. Immutable.
   *
   * @param groups number of committed groups
   * @param events number of events in them
   * @param commitNanos time to commit them, including waits for the database
   */
  public record JournalWork(long groups, long events, long commitNanos) {}

  /**
   * Tracks and logs outages of the database. Updated by the writer's thread, read by any thread.
   */
  static final class Outage {

    private static final Logger log = LoggerFactory.getLogger(Outage.class);

    private final InstantSource clock;
    private volatile @Nullable Present present;

    Outage(InstantSource clock) {
      this.clock = clock;
    }

    /** Records a failure; the next attempt is after the pause. */
    void failed(Throwable cause, long events, Duration pause) {
      Present before = present;
      if (before == null) {
        present = new Present(clock.instant(), String.valueOf(cause.getMessage()));
        String what = cause instanceof OutputsAwayException ? "output store" : "database";
        log.warn(
            "The {} is unreachable. {} events are queued and nothing is lost; runs pause when"
                + " the queue is full and continue automatically when the {} is back.",
            what,
            events,
            what,
            cause);
      } else {
        present = new Present(before.since, String.valueOf(cause.getMessage()));
        log.debug("The store is still unreachable; next retry in {}", pause, cause);
      }
    }

    /** Records that the database has answered. */
    void over() {
      Present last = present;
      if (last != null) {
        present = null;
        Duration length = Duration.between(last.since, clock.instant());
        log.warn("The store is back after {}; runs continue. No action needed.", length);
      }
    }

    boolean isPresent() {
      return present != null;
    }

    /** Returns the current health. */
    JournalHealth health(long pending) {
      Present now = present;
      return now == null
          ? new JournalHealth(JournalHealth.State.RUNNING, null, null, pending)
          : new JournalHealth(JournalHealth.State.PAUSED, now.since, now.reason, pending);
    }

    /** A current outage. */
    private static final class Present {
      final Instant since;
      final String reason;

      Present(Instant since, String reason) {
        this.since = since;
        this.reason = reason;
      }
    }
  }
}
