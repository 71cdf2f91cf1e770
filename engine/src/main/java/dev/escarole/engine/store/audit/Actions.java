package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Audit of actions through a server. Thread-safe. */
public final class Actions {

  /** How long an action is kept. */
  public static final Duration KEPT = Duration.ofDays(365);

  private static final int MOST_LISTED = 10_000;

  private static final String INSERT =
      """
      insert into action (at_ms, principal, origin, action, target, result)
      values (?, ?, ?, ?, ?, ?)
      """;

  private static final String DELETE_OLD = "delete from action where at_ms < ?";

  private static final String LIST =
      """
      select * from action
      where (cast(:principal as varchar) is null or principal = :principal)
        and (cast(:action as varchar) is null or action = :action)
        and number < :before
      order by number desc
      limit :limit
      """;

  private final Database database;

  public Actions(Database database) {
    this.database = database;
  }

  /** Records an action; committed on return. */
  public void record(ActionEntry entry) {
    // By plain JDBC: a run on the command line ends with it, and has no other use for Jdbi.
    database.transact(
        "record an action",
        connection -> {
          try (Batch insert = Batch.of(connection, INSERT);
              Batch delete = Batch.of(connection, DELETE_OLD)) {
            insert.number(entry.at().toEpochMilli()).text(entry.principal()).text(entry.origin());
            insert.text(entry.action()).text(entry.target()).text(entry.result()).run();
            delete.number(entry.at().minus(KEPT).toEpochMilli()).run();
            return true;
          }
        });
  }

  /**
   * Lists actions, newest first.
   *
   * @param principal only of this principal, or null for all
   * @param action only of this kind, or null for all
   * @param before only those with a lower number; {@link Long#MAX_VALUE} for the newest
   * @param limit most that are listed: 1 to 10,000
   */
  public List<StoredAction> list(
      @Nullable String principal, @Nullable String action, long before, int limit) {
    if (limit < 1 || limit > MOST_LISTED) {
      throw new IllegalArgumentException(
          "limit must be 1..%d, was %d".formatted(MOST_LISTED, limit));
    }
    return database.read(
        "list actions",
        handle ->
            handle
                .createQuery(LIST)
                .bind("principal", principal)
                .bind("action", action)
                .bind("before", before)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list());
  }

  private static StoredAction read(ResultSet row) throws SQLException {
    return new StoredAction(
        row.getLong("number"),
        new ActionEntry(
            Instant.ofEpochMilli(row.getLong("at_ms")),
            row.getString("principal"),
            row.getString("origin"),
            row.getString("action"),
            row.getString("target"),
            row.getString("result")));
  }

  /**
   * A stored action.
   *
   * @param number increases with each action; the next page of a list starts below its last number
   */
  public record StoredAction(long number, ActionEntry entry) {}

  /**
   * An action through a server.
   *
   * @param principal who did it
   * @param origin the address that the request came from
   * @param action what was done, such as {@code cancel}
   * @param target the run, recipe or command concerned; empty if there is none
   * @param result {@link #DONE}, or the code of the refusal
   */
  public record ActionEntry(
      Instant at, String principal, String origin, String action, String target, String result) {

    /** The result of a successful action. */
    public static final String DONE = "done";
  }
}
