package dev.escarole.engine.store.schedule;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.schedule.StoredFiring.FiringKind;
import dev.escarole.engine.store.schedule.StoredFiring.FiringState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Schedules and what became of their planned times. Thread-safe. */
public final class ScheduleStore {

  /** Decided firings of a schedule that are kept. */
  public static final int MOST_KEPT = 5_000;

  private static final int BETWEEN_SWEEPS = 200;

  private static final int LONGEST_NOTE = 1_000;

  private static final String ADD =
      """
      insert into schedule (recipe, name, timing, active, paused, planned_ms)
      values (:recipe, :name, :timing, true, :paused, :planned)
      on conflict do nothing
      """;

  /** Of several nodes, one decides; the others find another last time. */
  private static final String ADVANCE =
      """
      update schedule set planned_ms = ?
      where number = ? and planned_ms = ? and active and not paused
      """;

  private static final String INSERT_FIRING =
      """
      insert into firing (schedule_number, planned_ms, missed, since_ms, kind, state, run_id, note)
      values (?, ?, ?, ?, ?, ?, null, null)
      on conflict do nothing
      """;

  private static final String REPEAT =
      """
      update firing set state = 'due', kind = 'backfill', note = null
      where schedule_number = ? and planned_ms = ? and not missed and state in ('skipped', 'failed')
      """;

  private static final String REFUSE =
      """
      update firing set state = ?, note = ?
      where schedule_number = ? and planned_ms = ? and not missed and state = 'due'
      """;

  private static final String SWEEP =
      """
      delete from firing
      where schedule_number = ? and state <> 'due' and planned_ms < (
        select planned_ms from firing where schedule_number = ? and state <> 'due'
        order by planned_ms desc limit 1 offset ?)
      """;

  private static final String OPEN_RUNS =
      """
      select count(*) from run
      where run.status in ('running', 'queued') and exists (
        select 1 from firing where firing.run_id = run.id and firing.schedule_number = :number)
      """;

  private static final String LATEST =
      """
      select firing.* from firing join (
        select schedule_number, max(planned_ms) as planned_ms
        from firing where state in ('launched', 'failed') group by schedule_number) newest
      on newest.schedule_number = firing.schedule_number
        and newest.planned_ms = firing.planned_ms
      where firing.state in ('launched', 'failed')
      """;

  private final Database database;
  private final AtomicInteger decided = new AtomicInteger();

  public ScheduleStore(Database database) {
    this.database = database;
  }

  /** All schedules on record. */
  public List<StoredSchedule> all() {
    return database.read(
        "list schedules",
        handle ->
            handle
                .createQuery("select * from schedule order by recipe, number")
                .map((row, context) -> schedule(row))
                .list());
  }

  /** The schedule with this number as it is now; null if there is none. */
  public @Nullable StoredSchedule find(long number) {
    List<StoredSchedule> found =
        database.read(
            "read a schedule",
            handle ->
                handle
                    .createQuery("select * from schedule where number = :number")
                    .bind("number", number)
                    .map((row, context) -> schedule(row))
                    .list());
    return found.isEmpty() ? null : found.get(0);
  }

  /**
   * Adds an active schedule, unless another node has.
   *
   * @param planned times after this one are planned
   */
  public void add(String recipe, String name, String timing, boolean paused, Instant planned) {
    database.change(
        "store a schedule",
        handle ->
            handle
                .createUpdate(ADD)
                .bind("recipe", recipe)
                .bind("name", name)
                .bind("timing", timing)
                .bind("paused", paused)
                .bind("planned", planned.toEpochMilli())
                .execute());
  }

  /** Makes a schedule active, perhaps with other times; it makes up for nothing before now. */
  public void activate(long number, String timing, Instant now) {
    database.change(
        "store a schedule",
        handle -> {
          forward(handle, number, now);
          handle
              .createUpdate(
                  "update schedule set active = true, timing = :timing where number = :number")
              .bind("timing", timing)
              .bind("number", number)
              .execute();
        });
  }

  /** Keeps a schedule only for its history. */
  public void deactivate(long number) {
    database.change(
        "store a schedule",
        handle ->
            handle
                .createUpdate("update schedule set active = false where number = :number")
                .bind("number", number)
                .execute());
  }

  /**
   * Pauses a schedule, or resumes it; it makes up for nothing before now then.
   *
   * @return whether that changed anything
   */
  public boolean pause(long number, boolean paused, Instant now) {
    return database.<Boolean>write(
        paused ? "pause a schedule" : "resume a schedule",
        handle -> {
          int changed =
              handle
                  .createUpdate(
                      "update schedule set paused = :paused"
                          + " where number = :number and paused <> :paused")
                  .bind("paused", paused)
                  .bind("number", number)
                  .execute();
          if (changed > 0 && !paused) {
            forward(handle, number, now);
          }
          return changed > 0;
        });
  }

  private static void forward(Handle handle, long number, Instant now) {
    handle
        .createUpdate(
            "update schedule set planned_ms = :now where number = :number and planned_ms < :now")
        .bind("now", now.toEpochMilli())
        .bind("number", number)
        .execute();
  }

  /**
   * Decides about all planned times up to {@code last}, in one transaction.
   *
   * @param before the schedule as the decision found it
   * @return false if it has changed since, and nothing was stored
   */
  public boolean decide(StoredSchedule before, Instant last, List<StoredFiring> firings) {
    boolean stored =
        database.<Boolean>transact(
            "store planned times",
            connection -> {
              try (Batch advance = Batch.of(connection, ADVANCE)) {
                advance.number(last.toEpochMilli()).number(before.number());
                if (advance.number(before.planned().toEpochMilli()).change() == 0) {
                  return false;
                }
              }
              for (StoredFiring each : firings) {
                insert(connection, each);
              }
              if (decided.getAndIncrement() % BETWEEN_SWEEPS == 0) {
                sweep(connection, before.number());
              }
              return true;
            });
    database.harden();
    return stored;
  }

  private static boolean insert(Connection connection, StoredFiring firing) throws SQLException {
    Instant since = firing.since();
    try (Batch row = Batch.of(connection, INSERT_FIRING)) {
      row.number(firing.schedule()).number(firing.planned().toEpochMilli()).flag(since != null);
      row.number(since == null ? null : (Long) since.toEpochMilli());
      return row.text(firing.kind().word()).text(firing.state().word()).change() > 0;
    }
  }

  private static void sweep(Connection connection, long number) throws SQLException {
    try (Batch old = Batch.of(connection, SWEEP)) {
      old.number(number).number(number).number(MOST_KEPT).change();
    }
  }

  /**
   * Adds planned times to be launched, all or none; those that were skipped or failed become due
   * again.
   *
   * @return how many of them are due now that were not
   */
  public int add(List<StoredFiring> firings) {
    int added =
        database.<Integer>transact(
            "store planned times",
            connection -> {
              int count = 0;
              for (StoredFiring each : firings) {
                if (insert(connection, each) || repeat(connection, each)) {
                  count++;
                }
              }
              return count;
            });
    database.harden();
    return added;
  }

  private static boolean repeat(Connection connection, StoredFiring firing) throws SQLException {
    try (Batch row = Batch.of(connection, REPEAT)) {
      return row.number(firing.schedule()).number(firing.planned().toEpochMilli()).change() > 0;
    }
  }

  /** The first planned times of a schedule whose runs are not launched yet, in order. */
  public List<StoredFiring> due(long number, int most) {
    return database.read(
        "list planned times",
        handle ->
            handle
                .createQuery(
                    """
                    select * from firing where state = 'due' and schedule_number = :number
                    order by planned_ms limit :most
                    """)
                .bind("number", number)
                .bind("most", most)
                .map((row, context) -> firing(row))
                .list());
  }

  /** How many runs of each schedule are not launched yet; schedules without any are absent. */
  public List<Waiting> waiting() {
    return database.read(
        "count planned times",
        handle ->
            handle
                .createQuery(
                    """
                    select schedule_number, count(*) as waiting from firing
                    where state = 'due' group by schedule_number
                    """)
                .map(
                    (row, context) ->
                        new Waiting(row.getLong("schedule_number"), row.getLong("waiting")))
                .list());
  }

  /** Number of runs that are not launched yet. */
  public record Waiting(long schedule, long count) {}

  /** Number of unfinished runs of a schedule. */
  public long openRuns(long number) {
    return database.read(
        "count the runs of a schedule",
        handle -> handle.createQuery(OPEN_RUNS).bind("number", number).mapTo(Long.class).one());
  }

  /** Records why no run is launched. */
  public void refused(StoredFiring due, FiringState state, String note) {
    String kept = note.length() <= LONGEST_NOTE ? note : note.substring(0, LONGEST_NOTE);
    database.<Integer>transact(
        "store a planned time",
        connection -> {
          try (Batch row = Batch.of(connection, REFUSE)) {
            row.text(state.word()).text(kept).number(due.schedule());
            return row.number(due.planned().toEpochMilli()).change();
          }
        });
    database.harden();
  }

  /** The newest firing of each schedule that was launched, or whose launch failed. */
  public List<StoredFiring> latest() {
    return database.read(
        "list planned times",
        handle -> handle.createQuery(LATEST).map((row, context) -> firing(row)).list());
  }

  /** What became of the latest planned times of a schedule, newest first. */
  public List<StoredFiring> history(long number, int most) {
    return database.read(
        "list planned times",
        handle ->
            handle
                .createQuery(
                    """
                    select * from firing where schedule_number = :number
                    order by planned_ms desc, missed limit :most
                    """)
                .bind("number", number)
                .bind("most", most)
                .map((row, context) -> firing(row))
                .list());
  }

  /** Opens the tables of triggers, which are created if missing. */
  public TriggerTables triggers() {
    return TriggerTables.open(database);
  }

  private static StoredSchedule schedule(ResultSet row) throws SQLException {
    return new StoredSchedule(
        row.getLong("number"),
        row.getString("recipe"),
        row.getString("name"),
        row.getString("timing"),
        row.getBoolean("active"),
        row.getBoolean("paused"),
        Instant.ofEpochMilli(row.getLong("planned_ms")));
  }

  private static StoredFiring firing(ResultSet row) throws SQLException {
    long since = row.getLong("since_ms");
    boolean isMissed = !row.wasNull();
    String run = row.getString("run_id");
    return new StoredFiring(
        row.getLong("schedule_number"),
        Instant.ofEpochMilli(row.getLong("planned_ms")),
        isMissed ? Instant.ofEpochMilli(since) : null,
        FiringKind.ofWord(row.getString("kind")),
        FiringState.ofWord(row.getString("state")),
        run == null ? null : new RunId(run),
        row.getString("note"));
  }
}
