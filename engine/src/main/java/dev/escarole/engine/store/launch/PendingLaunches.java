package dev.escarole.engine.store.launch;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Json;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Launches that were stored by transactions of applications, until an engine has launched them.
 * Thread-safe.
 */
public final class PendingLaunches {

  private static final String INSERT =
      """
      insert into %spending_launch (run_id, principal, file_name, recipe_source, launch_values,
        stdin, directories, labels, cache, priority, asked_at_ms)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String NEXT =
      """
      select run_id, principal, file_name, recipe_source, launch_values, stdin, directories, labels,
        cache, priority, asked_at_ms
      from pending_launch
      where asked_at_ms > :time or (asked_at_ms = :time and run_id > :run)
      order by asked_at_ms, run_id limit :most
      """;

  private static final String DELETE = "delete from pending_launch where run_id = :run";

  private final Database database;

  public PendingLaunches(Database database) {
    this.database = database;
  }

  /**
   * Stores a launch in a transaction of the caller, who commits it or not.
   *
   * @param connection to this database
   */
  public void add(Connection connection, PendingLaunch launch) throws SQLException {
    String schema = database.dialect().ownSchema();
    String prefix = schema == null ? "" : schema + ".";
    try (Batch row = Batch.of(connection, INSERT.formatted(prefix))) {
      row.text(launch.run().value())
          .text(launch.principal())
          .text(launch.fileName())
          .text(launch.recipeSource())
          .text(Json.write(launch.values()))
          .bytes(launch.stdin().bytes())
          .text(Json.write(launch.directories()))
          .text(Json.write(launch.labels()))
          .flag(launch.cache())
          .number(launch.priority())
          .number(launch.askedAt().toEpochMilli())
          .run();
    }
  }

  /**
   * Those that are committed, in the order in which they were asked for.
   *
   * @param last the one before them; null for the oldest
   */
  public List<PendingLaunch> after(@Nullable PendingLaunch last, int most) {
    return database.read(
        "read the launches of applications",
        handle ->
            handle
                .createQuery(NEXT)
                .bind("time", last == null ? Long.MIN_VALUE : last.askedAt().toEpochMilli())
                .bind("run", last == null ? "" : last.run().value())
                .bind("most", most)
                .map((row, context) -> read(row))
                .list());
  }

  private static PendingLaunch read(ResultSet row) throws SQLException {
    int priority = row.getInt("priority");
    @Nullable Integer asked = row.wasNull() ? null : priority;
    return new PendingLaunch(
        new RunId(row.getString("run_id")),
        row.getString("principal"),
        row.getString("file_name"),
        row.getString("recipe_source"),
        Json.values(row.getString("launch_values")),
        Content.of(row.getBytes("stdin")),
        Json.texts(row.getString("directories")),
        Json.texts(row.getString("labels")),
        row.getBoolean("cache"),
        asked,
        Instant.ofEpochMilli(row.getLong("asked_at_ms")));
  }

  /** Removes one that was launched; without effect if another engine has done so. */
  public void remove(RunId run) {
    database.change(
        "remove a launch that was carried out",
        handle -> handle.createUpdate(DELETE).bind("run", run.value()).execute());
  }
}
