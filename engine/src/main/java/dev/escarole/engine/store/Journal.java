package dev.escarole.engine.store;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what happens in runs. Thread-safe.
 *
 * <p>Recording only puts the event in line; a thread of the journal's own takes all that waits and
 * commits it as one group. While the database fails, it tries again and again, the line fills up,
 * and who records has to wait: a run never gets further ahead of its record than the line is long.
 */
public final class Journal {

  private static final Logger log = LoggerFactory.getLogger(Journal.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Tries of a group that are made after the journal was closed. */
  private static final int LAST_TRIES = 5;

  private final JournalQueue queue;
  private final RowMaker rows;
  private final GroupWriter writer;
  private final KnownContents known = new KnownContents();
  private final long delayNanos;
  private final Thread thread;

  private Journal(Database database, StoreOptions options) {
    this.queue = new JournalQueue(options.pendingEvents(), options.pendingBytes());
    this.rows = new RowMaker(run -> lastSeq(database, run));
    this.writer = new GroupWriter(database);
    this.delayNanos = options.groupDelay().toNanos();
    this.thread = new Thread(this::writeAll, "escarole-journal");
    thread.setDaemon(true);
  }

  static Journal start(Database database, StoreOptions options) {
    Journal journal = new Journal(database, options);
    journal.thread.start();
    return journal;
  }

  private static long lastSeq(Database database, RunId run) {
    return database.read(
        "read how far run " + run + " has come",
        handle ->
            handle
                .createQuery(Sql.LAST_SEQ)
                .bind("runId", run.value())
                .map((row, context) -> row.getLong(1))
                .one());
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

  /** Commits everything and ends the thread. */
  void close() {
    queue.close();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (queue.pending() > 0) {
      queue.flush();
    }
  }

  private void writeAll() {
    try {
      List<RunEvent> events = queue.take(delayNanos);
      while (!events.isEmpty()) {
        List<RunEvent> group = events;
        persist(group.size(), () -> rows.prepare(group));
        commit(rows.rows(group));
        queue.settle();
        events = queue.take(delayNanos);
      }
    } catch (GaveUp e) {
      log.error("The store closes while its database fails; {} events are lost", queue.pending());
    } finally {
      queue.abandon();
    }
  }

  private void commit(List<JournalRow> group) {
    JournalGroup sorted = new JournalGroup(group, known);
    boolean written = persist(group.size(), () -> writer.write(sorted));
    if (written) {
      known.addAll(sorted.contents.keySet());
    } else if (group.size() > 1) {
      commit(group.subList(0, group.size() / 2));
      commit(group.subList(group.size() / 2, group.size()));
    } else {
      log.error("The database refuses {}; it is left out of the record", group);
    }
  }

  /**
   * Does some work, again and again until it succeeds.
   *
   * @return false if the database understood and refuses, so that trying again makes no sense
   */
  private boolean persist(int events, Runnable work) {
    Duration pause = FIRST_PAUSE;
    int triesAfterClose = 0;
    while (true) {
      try {
        work.run();
        return true;
      } catch (RuntimeException | OutOfMemoryError e) {
        if (isRefusal(e)) {
          log.warn("The database refuses something among {} events; looking for it", events, e);
          return false;
        }
        if (queue.isClosed()) {
          triesAfterClose++;
          pause = triesAfterClose == 1 ? FIRST_PAUSE : pause;
        }
        if (triesAfterClose >= LAST_TRIES) {
          throw new GaveUp();
        }
        warn(events, pause, e);
      }
      queue.pause(pause.toNanos());
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }
  }

  private static void warn(int events, Duration pause, Throwable cause) {
    log.warn(
        "{} events could not be committed; the next try is in {} ms. Nothing is lost; runs wait once"
            + " the journal is full.",
        events,
        pause.toMillis(),
        cause);
  }

  /** Whether the cause is the data itself (SQL state classes 22 and 23), not the database. */
  private static boolean isRefusal(@Nullable Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof SQLException) {
        String state = ((SQLException) t).getSQLState();
        return state != null && (state.startsWith("22") || state.startsWith("23"));
      }
    }
    return false;
  }

  /** The journal is closed and the database still fails. */
  private static final class GaveUp extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
