package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Borders;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.database.Trouble;
import dev.escarole.engine.store.database.WriteBehind;
import java.time.Duration;
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
 * Records what happens in runs. Thread-safe.
 *
 * <p>Recording only puts the event in line; a thread of the journal's own takes all that waits and
 * commits it as one group. While the database is away, it tries again and again, the line fills up,
 * and who records has to wait: a run never gets further ahead of its record than the line is long.
 * What the database refuses is left out, and who carries the run out is told.
 */
public final class Journal {

  private static final Logger log = LoggerFactory.getLogger(Journal.class);

  private final WriteBehind<RunEvent> queue;
  private final RowMaker rows;
  private final GroupWriter writer;
  private final Outage outage;
  private final Runnable reconnect;
  private final Consumer<Duration> beforePause;
  private final Presence presence;

  /** Why rows of runs that have not ended were left out; the writer's thread alone uses it. */
  private final Map<RunId, String> refusedRuns = new HashMap<>();

  /** Written by the journal's thread alone. */
  private volatile JournalWork work = new JournalWork(0, 0, 0);

  private volatile BiConsumer<RunId, StoreException> refusals = (run, why) -> {};

  public Journal(
      Database database, Presence presence, OpenRuns runs, StoreOptions options, Borders around) {
    this.queue =
        new WriteBehind<>(
            "escarole-journal",
            "events",
            new WriteBehind.Bounds(
                options.pendingEvents(), options.pendingBytes(), options.groupDelay()),
            this::write);
    this.rows = new RowMaker(runs);
    this.writer = new GroupWriter(database, presence);
    this.outage = new Outage(around.clock());
    this.reconnect = database::reconnect;
    this.beforePause = around.beforePause();
    this.presence = presence;
  }

  public void start() {
    queue.start();
  }

  /**
   * Records an event. Cheap, unless so much waits to be committed that there is no room: then it
   * returns when there is. Not interruptible.
   *
   * @throws StoreException if the store was closed
   */
  public void record(RunEvent event) {
    if (!queue.put(event, bytes(event), event instanceof RunEvent.RunEnded)) {
      throw new StoreException("An event came after the store was closed: " + event, null);
    }
  }

  private static long bytes(RunEvent event) {
    if (event instanceof RunEvent.AttemptEnded attempt) {
      return (long) attempt.result().stdout().size() + attempt.result().stderr().size();
    }
    return event instanceof RunEvent.RunEnded end ? end.result().stdout().size() : 0;
  }

  /**
   * Returns when everything that was recorded before is committed. Not interruptible.
   *
   * @throws StoreException if the store is closed while the database fails
   */
  public void flush() {
    if (!queue.flush()) {
      throw new StoreException(
          "The store was closed while its database failed; %d events were not written. Runs that"
                  .formatted(queue.pending())
              + " were under way go on from their last committed step.",
          null);
    }
  }

  /**
   * Says who is told when something of a run cannot be recorded, now or ever: the database refuses
   * it, or another engine has claimed the run. Such a run must not go on. The listener is called on
   * the journal's thread, so it must be quick and must not record anything itself.
   */
  public void onRefusal(BiConsumer<RunId, StoreException> listener) {
    refusals = listener;
  }

  /** Whether events get into the database, and how many wait. */
  public JournalHealth health() {
    return outage.health(queue.pending());
  }

  /** What it has done up to now. */
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

  private void write(List<RunEvent> events) {
    long begun = System.nanoTime();
    prepare(events);
    commit(rows.rows(events));
    done(events.size(), System.nanoTime() - begun);
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
        refuse(run, new StoreException("There is no run %s in the database.".formatted(run), null));
      }
    }
  }

  private void commit(List<JournalRow> rowsOfGroup) {
    if (rowsOfGroup.isEmpty()) {
      return;
    }
    List<JournalRow> group = withRefusals(rowsOfGroup);
    StoreException refusal =
        persist(
            () -> {
              if (outage.isPresent()) {
                presence.renew();
              }
              writer.write(group).forEach(this::lose);
            });
    if (refusal == null) {
      forgetRefusals(group);
      return;
    }
    if (group.size() > 1) {
      commit(group.subList(0, group.size() / 2));
      commit(group.subList(group.size() / 2, group.size()));
    } else {
      log.error("The database refuses {}; it is left out of the record", group, refusal);
      RunId run = group.get(0).run().id();
      refusedRuns.putIfAbsent(run, String.valueOf(refusal.getMessage()));
      refuse(run, refusal);
    }
  }

  /** A run whose record is not whole ends as failed, with the reason, whatever came of it. */
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
    String why = "Run %s was claimed by another engine, or deleted; this one leaves it alone.";
    refuse(run.id(), new StoreException(why.formatted(run.id()), null));
  }

  private void refuse(RunId run, StoreException why) {
    try {
      refusals.accept(run, why);
    } catch (RuntimeException e) {
      log.error("Nobody could be told that run {} cannot be recorded", run, e);
    }
  }

  /**
   * Does some work, again and again until it succeeds.
   *
   * @return why trying again makes no sense; null if the work is done
   */
  private @Nullable StoreException persist(Runnable work) {
    Throwable refused =
        queue.persist(work, failure -> Trouble.of(failure) == Trouble.REFUSED, this::failed);
    outage.over();
    return refused == null ? null : refusal(refused);
  }

  private void failed(Throwable cause, Duration pause) {
    outage.failed(cause, queue.pending(), pause);
    reconnect.run();
    beforePause.accept(pause);
  }

  private static StoreException refusal(Throwable cause) {
    return cause instanceof StoreException known
        ? known
        : new StoreException("The record of a run cannot be written: " + cause, cause);
  }
}
