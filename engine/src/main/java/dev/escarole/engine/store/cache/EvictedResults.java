package dev.escarole.engine.store.cache;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.content.OutsideContents;
import dev.escarole.engine.store.content.UnusedContents;
import dev.escarole.engine.store.database.Database;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Removes evicted results: their rows, and the contents that nothing else references. Thread-safe.
 *
 * <p>An evicted result is ignored, but its row stays until its outputs have been checked for other
 * references, because that scans all attempts. The scan covers many rows at once and does not block
 * engines. Only if it finds unreferenced contents, which happens after the run that produced them
 * was deleted, are engines locked out for a second check.
 */
final class EvictedResults {

  /** Rows per transaction. */
  static final int BATCH = 1000;

  private final Database database;
  private final OutsideContents outside;

  EvictedResults(Database database, OutsideContents outside) {
    this.database = database;
    this.outside = outside;
  }

  /** The number of evicted rows. */
  long count() {
    return database.read("count the evicted results", ResultRows::evicted);
  }

  /**
   * Removes all evicted rows, one batch per transaction; returns the bytes of the deleted contents.
   */
  synchronized long remove() {
    long bytes = 0;
    List<ResultRows.Evicted> batch = next();
    while (!batch.isEmpty()) {
      bytes += remove(batch);
      batch = batch.size() < BATCH ? List.of() : next();
    }
    return bytes;
  }

  private List<ResultRows.Evicted> next() {
    return database.read("find evicted results", handle -> ResultRows.nextEvicted(handle, BATCH));
  }

  private long remove(List<ResultRows.Evicted> batch) {
    Set<String> contents = new HashSet<>();
    for (ResultRows.Evicted result : batch) {
      Stream.of(result.stdout(), result.stderr())
          .flatMap(Stream::ofNullable)
          .forEach(contents::add);
    }
    // The empty content is never stored.
    contents.remove(Content.EMPTY.sha256());
    database.transact(
        "look for outputs of evicted results",
        connection -> {
          UnusedContents.retain(connection, contents);
          return contents.size();
        });
    List<String> objects = new ArrayList<>();
    long removed =
        database.write(
            "remove evicted results",
            handle -> {
              long bytes = 0;
              if (!contents.isEmpty()) {
                UnusedContents.shutEnginesOut(handle, database);
                bytes = UnusedContents.delete(handle.getConnection(), contents, objects);
              }
              ResultRows.remove(handle, batch.stream().map(ResultRows.Evicted::key).toList());
              return bytes;
            });
    outside.delete(objects);
    return removed;
  }
}
