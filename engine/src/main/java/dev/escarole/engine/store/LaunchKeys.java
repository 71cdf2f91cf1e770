package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The names of launches. Thread-safe. */
final class LaunchKeys {

  /** For how long a name is remembered. */
  static final Duration KEPT = Duration.ofDays(1);

  /** Names that are remembered; of more the oldest are forgotten. */
  static final int MOST = 100_000;

  /** Names are thrown away so rarely; one that is too old is not found in the meantime. */
  private static final int BETWEEN_SWEEPS = 100;

  private static final String FIND =
      """
      select run.id, launch_key.asked
      from launch_key join run on run.number = launch_key.run_number
      where launch_key.owner = :owner and launch_key.text = :text and launch_key.at_ms >= :since
      """;

  private static final String INSERT =
      """
      insert into launch_key (owner, text, asked, run_number, at_ms)
      values (?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  private static final String DELETE_IF_OLD =
      """
      delete from launch_key where owner = ? and text = ? and at_ms < ?
      """;

  private static final String DELETE_OLD =
      """
      delete from launch_key where at_ms < ?
      """;

  private static final String DELETE_SURPLUS =
      """
      delete from launch_key where at_ms <= (
        select at_ms from launch_key order by at_ms desc limit 1 offset ?)
      """;

  private final Database database;
  private final int most;
  private final AtomicInteger entered = new AtomicInteger();

  LaunchKeys(Database database, int most) {
    this.database = database;
    this.most = most;
  }

  /** The launch of this name, if there was one within a day and its run is there still. */
  Optional<KeyedLaunch> find(LaunchKey key, Instant now) {
    return database.read(
        "look up what was launched under a key",
        handle ->
            handle
                .createQuery(FIND)
                .bind("owner", key.owner())
                .bind("text", key.text())
                .bind("since", now.minus(KEPT).toEpochMilli())
                .map(
                    (row, context) ->
                        new KeyedLaunch(new RunId(row.getString("id")), row.getString("asked")))
                .findOne());
  }

  /**
   * Enters a name in the transaction that stores its run.
   *
   * @throws Taken if the name is somebody else's; nothing of the transaction may stay
   */
  void enter(Connection connection, NewRun run, long number, LaunchKey key) throws SQLException {
    long until = run.startedAt().minus(KEPT).toEpochMilli();
    if (entered.getAndIncrement() % BETWEEN_SWEEPS == 0) {
      sweep(connection, until);
    }
    try (Batch old = Batch.of(connection, DELETE_IF_OLD)) {
      old.text(key.owner()).text(key.text()).number(until).change();
    }
    try (Batch row = Batch.of(connection, INSERT)) {
      row.text(key.owner())
          .text(key.text())
          .text(key.asked())
          .number(number)
          .number(run.startedAt().toEpochMilli());
      if (row.change() == 0) {
        throw new Taken();
      }
    }
  }

  private void sweep(Connection connection, long until) throws SQLException {
    try (Batch old = Batch.of(connection, DELETE_OLD)) {
      old.number(until).change();
    }
    try (Batch surplus = Batch.of(connection, DELETE_SURPLUS)) {
      surplus.number(most).change();
    }
  }

  /** Somebody else has launched under the name while this launch was being stored. */
  static final class Taken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Taken() {
      super("the launch key was taken meanwhile", null, false, false);
    }
  }
}
