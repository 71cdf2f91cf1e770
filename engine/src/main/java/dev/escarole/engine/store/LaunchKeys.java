package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;

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
      values (:owner, :text, :asked, :runNumber, :atMs)
      on conflict do nothing
      """;

  private static final String DELETE_IF_OLD =
      """
      delete from launch_key where owner = :owner and text = :text and at_ms < :until
      """;

  private static final String DELETE_OLD =
      """
      delete from launch_key where at_ms < :until
      """;

  private static final String DELETE_SURPLUS =
      """
      delete from launch_key where at_ms <= (
        select at_ms from launch_key order by at_ms desc limit 1 offset :most)
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
  void enter(Handle handle, NewRun run, long number, LaunchKey key) {
    long at = run.startedAt().toEpochMilli();
    long until = run.startedAt().minus(KEPT).toEpochMilli();
    if (entered.getAndIncrement() % BETWEEN_SWEEPS == 0) {
      handle.createUpdate(DELETE_OLD).bind("until", until).execute();
      handle.createUpdate(DELETE_SURPLUS).bind("most", most).execute();
    }
    handle
        .createUpdate(DELETE_IF_OLD)
        .bind("owner", key.owner())
        .bind("text", key.text())
        .bind("until", until)
        .execute();
    int inserted =
        handle
            .createUpdate(INSERT)
            .bind("owner", key.owner())
            .bind("text", key.text())
            .bind("asked", key.asked())
            .bind("runNumber", number)
            .bind("atMs", at)
            .execute();
    if (inserted == 0) {
      throw new Taken();
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
