package dev.escarole.engine.store.cache;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.content.UnusedContents;
import dev.escarole.engine.store.database.Database;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes what forgotten results have left behind: their rows, and the contents that nothing else
 * refers to. Thread-safe.
 *
 * <p>A result that is forgotten counts as none, but its row stays until somebody has looked whether
 * its outputs are needed, because that is a look through all attempts. It is made for many rows at
 * once, and beside the work: only if there is something to delete, which is when the run that an
 * output came from is gone, engines are shut out for a second look.
 */
final class ForgottenResults {

  /** Rows that are removed at once. */
  static final int BATCH = 1000;

  private final Database database;

  ForgottenResults(Database database) {
    this.database = database;
  }

  /** How many rows there are. */
  long count() {
    return database.read("count the forgotten results", ResultRows::forgotten);
  }

  /** Removes all that are there, a batch in each transaction; gives the bytes of their contents. */
  synchronized long remove() {
    long bytes = 0;
    List<ResultRows.Forgotten> batch = next();
    while (!batch.isEmpty()) {
      bytes += remove(batch);
      batch = batch.size() < BATCH ? List.of() : next();
    }
    return bytes;
  }

  private List<ResultRows.Forgotten> next() {
    return database.read(
        "find forgotten results", handle -> ResultRows.nextForgotten(handle, BATCH));
  }

  private long remove(List<ResultRows.Forgotten> batch) {
    Set<String> contents = new HashSet<>();
    for (ResultRows.Forgotten result : batch) {
      contents.add(result.stdout());
      contents.add(result.stderr());
    }
    // It is never stored.
    contents.remove(Content.EMPTY.sha256());
    database.transact(
        "look for outputs of forgotten results",
        connection -> {
          UnusedContents.retain(connection, contents);
          return contents.size();
        });
    return database.write(
        "remove forgotten results",
        handle -> {
          long bytes = 0;
          if (!contents.isEmpty()) {
            UnusedContents.shutEnginesOut(handle, database);
            bytes = UnusedContents.delete(handle.getConnection(), contents);
          }
          ResultRows.remove(handle, batch.stream().map(ResultRows.Forgotten::key).toList());
          return bytes;
        });
  }
}
