package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunListRows.IdPrefix;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.journal.JournalSql;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Finds runs by id, id prefix or the word {@code last}. Thread-safe. */
final class RunNames {

  /** Means the newest run. */
  private static final String LAST = "last";

  private final Database database;

  RunNames(Database database) {
    this.database = database;
  }

  Optional<RunId> find(String idOrPrefix) {
    if (idOrPrefix.equals(LAST)) {
      return database
          .read("look the newest run up", handle -> RunListRows.list(handle, RunQuery.latest(1)))
          .stream()
          .map(StoredRun::id)
          .findFirst();
    }
    if (RunId.isOne(idOrPrefix)) {
      return Optional.of(new RunId(idOrPrefix)).filter(this::isStored);
    }
    List<RunId> found = idOrPrefix.isEmpty() ? List.of() : matching(idOrPrefix, 2);
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private boolean isStored(RunId id) {
    return database.read("look run " + id + " up", handle -> key(handle, id).isPresent());
  }

  /** Number and epoch of a run. */
  static Optional<Map<String, Object>> key(Handle handle, RunId id) {
    return handle.createQuery(JournalSql.RUN_KEY).bind("id", id.value()).mapToMap().findOne();
  }

  List<RunId> matching(String prefix, int limit) {
    return database.read(
        "look runs up",
        handle ->
            IdPrefix.bind(handle.createQuery(Sql.RUNS_BY_PREFIX), prefix)
                .bind("limit", limit)
                .map((row, context) -> new RunId(row.getString("id")))
                .list());
  }
}
