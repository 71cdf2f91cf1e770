package dev.escarole.engine.store.launch;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.recipe.schedule.LaunchRule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Counts the runs of recipes that limit how many there are at once. Thread-safe, also among the
 * engines of one database: each counts the runs of a recipe under a lock of its row, which it keeps
 * until the decision is committed.
 */
public final class LaunchTurns {

  /** Deletes the row of a run. */
  public static final String DELETE = "delete from launch_turn where run_number = ?";

  private static final Duration SOONEST = Duration.ofSeconds(1);
  private static final Duration LATEST = Duration.ofHours(1);

  /** The answer while no run of the recipe has ended. */
  private static final Duration UNKNOWN = Duration.ofSeconds(10);

  private static final String INSERT_LANE =
      "insert into launch_lane (recipe) values (?) on conflict do nothing";

  private static final String LOCK_LANE = "select 1 from launch_lane where recipe = ? for update";

  /** Runs of dead engines count only if they are resumed. */
  private static final String COUNT =
      """
      select sum(case when run.status = 'running' and not coalesce(launch_turn.waits, false)
          then 1 else 0 end) as active,
        sum(case when run.status = 'queued' then 1 else 0 end) as queued
      from run left join launch_turn on launch_turn.run_number = run.number
      where run.status in ('running', 'queued') and run.recipe_name = ?
        and not run.owner = any (?)
      """;

  private static final String INSERT =
      """
      insert into launch_turn (run_number, at_once, most_queued, priority, deadline_ms,
        launched_at_ms, waits)
      values (?, ?, ?, ?, ?, ?, false)
      """;

  private static final String BEGIN =
      """
      update run set status = 'running', started_at_ms = ?
      where number = ? and owner = ? and status = 'queued'
      """;

  private static final String IS_RUNNING =
      "select 1 from run where number = ? and owner = ? and status = 'running'";

  private static final String WAITS =
      """
      update launch_turn set waits = :waits
      where run_number = (select number from run where id = :run)
      """;

  private static final String FIND =
      """
      select run.id, run.number, run.recipe_name, run.principal, launch_turn.*
      from run join launch_turn on launch_turn.run_number = run.number
      where run.id = :run
      """;

  private static final String FIND_NUMBERS =
      """
      select run.id, run.number, run.recipe_name, run.principal, launch_turn.*
      from run join launch_turn on launch_turn.run_number = run.number
      where run.number = any (?) order by run.number
      """;

  private static final String TYPICAL =
      """
      select avg(ended_at_ms - started_at_ms) from (
        select ended_at_ms, started_at_ms from run
        where recipe_name = ? and status in ('done', 'degraded', 'failed')
        order by number desc limit 20) recent
      """;

  private final Database database;

  public LaunchTurns(Database database) {
    this.database = database;
  }

  /** How many runs of a recipe there are. */
  private record LaneCount(long active, long queued) {}

  /** The answer to a run that would start. */
  public enum Begun {
    /** It is running now. */
    NOW,
    /** There are as many runs as the recipe allows. */
    LATER,
    /** It is not queued by this engine any more. */
    GONE
  }

  /**
   * Decides about a new run, in the transaction that stores it.
   *
   * @param dead engines whose runs do not count
   * @return whether it starts now or is queued
   * @throws QueueFullException if it would be queued and the queue is full
   */
  public static RunStatus decide(
      Connection connection, String recipe, LaunchTurn turn, Collection<Long> dead)
      throws SQLException {
    lock(connection, recipe);
    LaneCount count = count(connection, recipe, dead);
    if (count.queued() == 0 && count.active() < turn.rule().atOnce()) {
      return RunStatus.RUNNING;
    }
    if (count.queued() < turn.rule().queue()) {
      return RunStatus.QUEUED;
    }
    throw new QueueFullException(recipe, turn, retryAfter(connection, recipe, turn.rule()));
  }

  /**
   * Refuses a launch whose queue is full, before anything is done for it.
   *
   * @throws QueueFullException if it is full
   */
  public void check(String recipe, LaunchTurn turn, Collection<Long> dead) {
    RunStatus unused =
        database.<RunStatus>transact(
            "count the queued runs of " + recipe,
            connection -> decide(connection, recipe, turn, dead));
  }

  /** Stores the turn of a run that was just stored. */
  public static void enter(Connection connection, long number, LaunchTurn turn)
      throws SQLException {
    Duration deadline = turn.rule().deadline();
    try (Batch row = Batch.of(connection, INSERT)) {
      row.number(number)
          .number(turn.rule().atOnce())
          .number(turn.rule().queue())
          .number(turn.priority())
          .number(deadline == null ? null : (Long) deadline.toMillis())
          .number(turn.launchedAt().toEpochMilli())
          .run();
    }
  }

  private static void lock(Connection connection, String recipe) throws SQLException {
    try (Batch lane = Batch.of(connection, INSERT_LANE)) {
      lane.text(recipe).change();
    }
    try (Batch lane = Batch.of(connection, LOCK_LANE)) {
      lane.text(recipe).answer();
    }
  }

  private static LaneCount count(Connection connection, String recipe, Collection<Long> dead)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(COUNT)) {
      select.setString(1, recipe);
      select.setArray(2, connection.createArrayOf("bigint", dead.toArray()));
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return new LaneCount(row.getLong("active"), row.getLong("queued"));
      }
    }
  }

  /** When a place in a full queue becomes free: whenever one of the runs at once ends. */
  private static Duration retryAfter(Connection connection, String recipe, LaunchRule rule)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(TYPICAL)) {
      select.setString(1, recipe);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        double millis = row.getDouble(1);
        if (row.wasNull()) {
          return UNKNOWN;
        }
        long seconds = (long) Math.ceil(millis / rule.atOnce() / 1000);
        return Duration.ofSeconds(
            Math.max(SOONEST.toSeconds(), Math.min(LATEST.toSeconds(), seconds)));
      }
    }
  }

  /**
   * Starts a queued run if its recipe allows one more.
   *
   * @param engine number of this engine, which must own the run
   * @param dead engines whose runs do not count
   */
  public Begun begin(StoredTurn run, long engine, Collection<Long> dead, Instant at) {
    Begun begun =
        database.<Begun>transact(
            "start the queued run " + run.run(),
            connection -> {
              lock(connection, run.recipe());
              if (isRunning(connection, run.number(), engine)) {
                return Begun.NOW;
              }
              if (count(connection, run.recipe(), dead).active() >= run.turn().rule().atOnce()) {
                return Begun.LATER;
              }
              try (Batch row = Batch.of(connection, BEGIN)) {
                row.number(at.toEpochMilli()).number(run.number()).number(engine);
                return row.change() == 0 ? Begun.GONE : Begun.NOW;
              }
            });
    if (begun == Begun.NOW) {
      database.harden();
    }
    return begun;
  }

  /** Whether an earlier attempt to start it was committed, though its answer was lost. */
  private static boolean isRunning(Connection connection, long run, long engine)
      throws SQLException {
    try (Batch row = Batch.of(connection, IS_RUNNING)) {
      return row.number(run).number(engine).answer().isPresent();
    }
  }

  /** Stores whether all of a run waits for people or programs, so that it does not count. */
  public void waits(RunId run, boolean waits) {
    database.<Integer>write(
        "store whether run " + run + " waits",
        handle ->
            handle.createUpdate(WAITS).bind("waits", waits).bind("run", run.value()).execute());
  }

  /** The turn of a run; empty if its recipe does not limit its runs. */
  public Optional<StoredTurn> find(RunId run) {
    return database.read(
        "read the turn of run " + run,
        handle ->
            handle
                .createQuery(FIND)
                .bind("run", run.value())
                .map((row, context) -> stored(row))
                .findOne());
  }

  /** The turns of runs that have one, the oldest first. */
  static List<StoredTurn> find(Connection connection, List<Long> numbers) throws SQLException {
    List<StoredTurn> turns = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(FIND_NUMBERS)) {
      select.setArray(1, connection.createArrayOf("bigint", numbers.toArray()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          turns.add(stored(row));
        }
      }
    }
    return turns;
  }

  /**
   * How many runs of a recipe there are at once; there can be no more before the transaction ends.
   *
   * @param dead engines whose runs do not count
   */
  static long active(Connection connection, String recipe, Collection<Long> dead)
      throws SQLException {
    lock(connection, recipe);
    return count(connection, recipe, dead).active();
  }

  private static StoredTurn stored(ResultSet row) throws SQLException {
    long millis = row.getLong("deadline_ms");
    Duration deadline = row.wasNull() ? null : Duration.ofMillis(millis);
    int priority = row.getInt("priority");
    LaunchRule rule =
        new LaunchRule(row.getInt("at_once"), row.getInt("most_queued"), priority, deadline, null);
    return new StoredTurn(
        new RunId(row.getString("id")),
        row.getLong("number"),
        row.getString("recipe_name"),
        row.getString("principal"),
        new LaunchTurn(rule, priority, Instant.ofEpochMilli(row.getLong("launched_at_ms"))));
  }
}
