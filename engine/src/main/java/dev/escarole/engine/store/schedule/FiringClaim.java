package dev.escarole.engine.store.schedule;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * The launch of a planned time. Its launch key names the row of the firing, which the transaction
 * that stores the run marks as launched: so there is one run for each planned time, at any time and
 * for any number of nodes. Immutable.
 *
 * @param schedule number of the schedule
 */
public record FiringClaim(long schedule, Instant planned) {

  /** Owner of the launch keys of schedules, which no principal can be. */
  public static final String OWNER = "*schedule";

  private static final String CLAIM =
      """
      update firing set state = 'launched', run_id = ?, note = null
      where schedule_number = ? and planned_ms = ? and not missed and state = 'due'
      """;

  private static final String FIND =
      """
      select run.id from firing join run on run.id = firing.run_id
      where firing.schedule_number = :schedule and firing.planned_ms = :planned
        and not firing.missed and firing.state = 'launched'
      """;

  /**
   * Reads the text of a launch key of {@link #OWNER}.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public static FiringClaim ofKey(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("a launch key of a schedule must be NUMBER:MILLIS");
    }
    long millis = Long.parseLong(text.substring(colon + 1));
    return new FiringClaim(Long.parseLong(text.substring(0, colon)), Instant.ofEpochMilli(millis));
  }

  /** The text of its launch key. */
  public String key() {
    return schedule + ":" + planned.toEpochMilli();
  }

  /**
   * Marks the firing as launched, in the transaction that stores the run.
   *
   * @return false if it is not due any more
   */
  public boolean claim(Connection connection, RunId run) throws SQLException {
    try (Batch row = Batch.of(connection, CLAIM)) {
      return row.text(run.value()).number(schedule).number(planned.toEpochMilli()).change() > 0;
    }
  }

  /** The run that was launched for it, if it still exists. */
  public Optional<RunId> run(Database database) {
    return database.read(
        "look up the run of a planned time",
        handle ->
            handle
                .createQuery(FIND)
                .bind("schedule", schedule)
                .bind("planned", planned.toEpochMilli())
                .map((row, context) -> new RunId(row.getString("id")))
                .findOne());
  }
}
