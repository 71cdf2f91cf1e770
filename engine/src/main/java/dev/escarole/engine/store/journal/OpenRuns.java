package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Database;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Cache of runs that were just stored or claimed, so that the journal need not query the database.
 * Thread-safe.
 */
public final class OpenRuns {

  private final Database database;
  private final Map<RunId, OpenRun> opened = new ConcurrentHashMap<>();

  public OpenRuns(Database database) {
    this.database = database;
  }

  /** Adds a new run, whose first event has number 1. */
  public void stored(RunKey run) {
    opened.put(run.id(), new OpenRun(run, 0));
  }

  /** Adds a claimed run, whose events continue their numbers. */
  public void claimed(RunId id) {
    read(id).ifPresent(run -> opened.put(id, run));
  }

  /** Removes and returns the entry of a run; null if there is none. */
  @Nullable OpenRun take(RunId id) {
    return opened.remove(id);
  }

  /** Reads a run from the database; empty if there is none. */
  Optional<OpenRun> read(RunId id) {
    return database.read("read the last event of run " + id + "", handle -> read(handle, id));
  }

  private static Optional<OpenRun> read(Handle handle, RunId id) {
    long last =
        handle
            .createQuery(JournalSql.LAST_EVENT)
            .bind("runId", id.value())
            .map((row, context) -> row.getLong(1))
            .one();
    return handle
        .createQuery(JournalSql.RUN_KEY)
        .bind("id", id.value())
        .map((row, context) -> new RunKey(id, row.getLong("number"), row.getLong("epoch")))
        .findOne()
        .map(key -> new OpenRun(key, RunKey.seq(last)));
  }

  /** A run, and the number of its last event. */
  record OpenRun(RunKey key, long lastSeq) {}
}
