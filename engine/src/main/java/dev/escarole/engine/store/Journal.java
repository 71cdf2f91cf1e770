package dev.escarole.engine.store;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
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

  /** Tries of a group that are made after the journal was closed. */
  private static final int LAST_TRIES = 5;

  private final JournalQueue queue;
  private final RowMaker rows;
  private final GroupWriter writer;
  private final Outage outage;
  private final Runnable reconnect;
  private final Consumer<Duration> beforePause;
  private final long delayNanos;
  private final WriterThread thread;

  /** Why rows of runs that have not ended were left out; the writer's thread alone uses it. */
  private final Map<RunId, String> refusedRuns = new HashMap<>();

  /** Written by the journal's thread alone. */
  private volatile JournalWork work = new JournalWork(0, 0, 0);

  private volatile BiConsumer<RunId, StoreException> refusals = (run, why) -> {};

  Journal(
      Database database, Presence presence, OpenRuns runs, StoreOptions options, Borders around) {
    this.queue = new JournalQueue(options.pendingEvents(), options.pendingBytes());
    this.rows = new RowMaker(runs);
    this.writer = new GroupWriter(database, presence);
    this.outage = new Outage(around.clock());
    this.reconnect = database::reconnect;
    this.beforePause = around.beforePause();
    this.delayNanos = options.groupDelay().toNanos();
    this.thread = new WriterThread("escarole-journal", () -> writeAll(presence));
  }

  void start() {
    thread.start();
  }

  /**
   * Records an event. Cheap, unless so much waits to be committed that there is no room: then it
   * returns when there is. Not interruptible.
   *
   * @throws StoreException if the store was closed
   */
  public void record(RunEvent event) {
    queue.put(event, bytes(event));
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
    queue.flush();
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
  void close() {
    queue.close();
    thread.await();
    if (queue.pending() > 0) {
      queue.flush();
    }
  }

  private void writeAll(Presence presence) {
    try {
      boolean more = true;
      while (more) {
        more = writeGroup(presence);
      }
    } catch (GaveUp e) {
      log.error("The store closes while its database fails; {} events are lost", queue.pending());
    } finally {
      queue.abandon();
    }
  }

  /** A method of its own: nothing holds a group, and its outputs, while the next is awaited. */
  private boolean writeGroup(Presence presence) {
    List<RunEvent> events = queue.take(delayNanos);
    if (events.isEmpty()) {
      return false;
    }
    long begun = System.nanoTime();
    prepare(events);
    commit(rows.rows(events), presence);
    queue.settle();
    done(events.size(), System.nanoTime() - begun);
    return true;
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

  private void commit(List<JournalRow> rowsOfGroup, Presence presence) {
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
      commit(group.subList(0, group.size() / 2), presence);
      commit(group.subList(group.size() / 2, group.size()), presence);
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
    int triesAfterClose = 0;
    while (true) {
      try {
        work.run();
        outage.over();
        return null;
      } catch (RuntimeException | OutOfMemoryError e) {
        if (Trouble.of(e) == Trouble.REFUSED) {
          outage.over();
          return refusal(e);
        }
        if (queue.isClosed() && triesAfterClose++ == 0) {
          outage.hurry();
        }
        if (triesAfterClose >= LAST_TRIES) {
          throw new GaveUp();
        }
        pause(e);
      }
    }
  }

  private void pause(Throwable cause) {
    Duration pause = outage.failed(cause, queue.pending());
    reconnect.run();
    beforePause.accept(pause);
    queue.pause(pause.toNanos());
  }

  private static StoreException refusal(Throwable cause) {
    return cause instanceof StoreException known
        ? known
        : new StoreException("The record of a run cannot be written: " + cause, cause);
  }

  /** The journal is closed and the database still fails. */
  private static final class GaveUp extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
