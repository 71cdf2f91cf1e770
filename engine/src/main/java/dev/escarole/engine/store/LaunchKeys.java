package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.LaunchKey.KeyedLaunch;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.schedule.FiringClaim;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The stored launch keys; those of schedules are the rows of their firings. Thread-safe. */
final class LaunchKeys {

  /** How long a key is kept. */
  static final Duration KEPT = Duration.ofDays(1);

  /** Maximum number of keys; the oldest are deleted first. */
  static final int MOST = 100_000;

  /** Launches between two sweeps; an expired key is ignored in the meantime. */
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

  /** Returns the launch of the last day with this key, if its run still exists. */
  Optional<KeyedLaunch> find(LaunchKey key, Instant now) {
    if (key.owner().equals(FiringClaim.OWNER)) {
      return FiringClaim.ofKey(key.text())
          .run(database)
          .map(run -> new KeyedLaunch(run, key.asked()));
    }
    return database.read(
        "look up the launch of a key",
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
   * Stores a key in the transaction that stores its run.
   *
   * @throws Taken if the key is already used; the transaction must be rolled back
   */
  void enter(Connection connection, NewRun run, long number, LaunchKey key) throws SQLException {
    if (key.owner().equals(FiringClaim.OWNER)) {
      if (!FiringClaim.ofKey(key.text()).claim(connection, run.id())) {
        throw new Taken();
      }
      return;
    }
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

  /** Another launch used the key while this one was being stored. */
  static final class Taken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Taken() {
      super("the launch key was used meanwhile", null, false, false);
    }
  }
}
