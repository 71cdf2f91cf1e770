package dev.escarole.engine.store.launch;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Stored runs that no engine has claimed. Engines do not wait for each other: each claims rows that
 * no other one is about to claim. Thread-safe.
 */
public final class UnclaimedRuns {

  /** The owner of such a run. */
  public static final long NOBODY = -1;

  /** Expired runs that are claimed at once. */
  private static final int MOST_EXPIRED = 100;

  private static final String INSERT =
      """
      insert into unclaimed_run (run_number, recipe, priority, node, expires_at_ms)
      values (?, ?, ?, ?, ?)
      """;

  private static final String GROUPS =
      """
      select recipe, priority, min(run_number) as first
      from unclaimed_run where (node is null or node = any (:labels)) %s
      group by recipe, priority order by priority desc, first
      """;

  /** Plans in a form that this engine does not know are for newer engines. */
  private static final String KNOWN_PLAN =
      """
      exists (select 1 from run join plan on plan.number = run.plan_number
        where run.number = unclaimed_run.run_number and plan.format <= ?)
      """;

  private static final String ONLY =
      " and run_number in (select number from run where id = any (%s))";

  private static final String NEXT =
      """
      select run_number from unclaimed_run
      where recipe = ? and priority = ? and (node is null or node = any (?)) and %s %s
      order by run_number limit ? for update skip locked
      """;

  private static final String EXPIRED =
      """
      select run_number from unclaimed_run where expires_at_ms <= ? and %s %s
      order by run_number limit ? for update skip locked
      """;

  private static final String WAITS =
      """
      select unclaimed_run.node from unclaimed_run join run on run.number = run_number
      where run.id = :run
      """;

  private static final String ONE =
      """
      select run_number from unclaimed_run
      where run_number = (select number from run where id = ?) for update
      """;

  private static final String DELETE = "delete from unclaimed_run where run_number = ?";

  private static final String CLAIM =
      """
      update run set owner = ?, epoch = epoch + 1, status = 'running', started_at_ms = ?
      where number = ?
      """;

  /** Of a run that ends without having started. */
  private static final String TAKE = "update run set owner = ?, epoch = epoch + 1 where number = ?";

  private final Database database;

  /** Creates access to the rows. */
  public UnclaimedRuns(Database database) {
    this.database = database;
  }

  /** Unclaimed runs of a recipe with the same priority. */
  public record Group(String recipe, int priority) {}

  /**
   * Who claims.
   *
   * @param engine its number
   * @param format the newest form of plans that it knows
   * @param dead engines whose runs do not count
   */
  public record Claimer(long engine, int format, Collection<Long> dead) {}

  /** Stores that a run waits to be claimed, in the transaction that stores the run. */
  public static void enter(
      Connection connection, long number, String recipe, LaunchTurn turn, @Nullable String node)
      throws SQLException {
    Instant expiry = turn.expiresAt();
    try (Batch row = Batch.of(connection, INSERT)) {
      row.number(number)
          .text(recipe)
          .number(turn.priority())
          .text(node)
          .number(expiry == null ? null : (Long) expiry.toEpochMilli())
          .run();
    }
  }

  /** What an engine may claim, the highest priority first. */
  public List<Group> groups(Claimable claimable) {
    String[] only = claimable.ids();
    return database.read(
        "look for runs that no node has claimed",
        handle -> {
          Query query =
              handle
                  .createQuery(GROUPS.formatted(only == null ? "" : ONLY.formatted(":only")))
                  .bindArray("labels", String.class, claimable.labels().toArray());
          if (only != null) {
            query.bindArray("only", String.class, (Object[]) only);
          }
          return query
              .map((row, context) -> new Group(row.getString("recipe"), row.getInt("priority")))
              .list();
        });
  }

  /**
   * What a run asks of the engine that claims it.
   *
   * @param node the label that the engine must have; null for none
   */
  public record Wait(@Nullable String node) {}

  /** What a run asks of the engine that claims it; empty if it waits for none. */
  public Optional<Wait> find(RunId run) {
    return database.read(
        "look whether run " + run + " waits for a node",
        handle ->
            handle
                .createQuery(WAITS)
                .bind("run", run.value())
                .map((row, context) -> new Wait(row.getString(1)))
                .findOne());
  }

  /**
   * Claims and starts runs of a group, the oldest first, as far as their recipe allows more at
   * once.
   *
   * @param most how many
   * @return the claimed runs, which are stored as running
   */
  public List<StoredTurn> claim(
      Group group, int most, Claimable claimable, Claimer claimer, Instant at) {
    List<StoredTurn> claimed =
        database.<List<StoredTurn>>transact(
            "claim runs of " + group.recipe(),
            connection -> {
              List<StoredTurn> free =
                  LaunchTurns.find(connection, next(connection, group, most, claimable, claimer));
              List<StoredTurn> allowed = allowed(connection, free, claimer);
              remove(connection, allowed);
              start(connection, allowed, claimer, at);
              return allowed;
            });
    harden(claimed);
    return claimed;
  }

  private void harden(List<StoredTurn> claimed) {
    if (!claimed.isEmpty()) {
      database.harden();
    }
  }

  private static List<Long> next(
      Connection connection, Group group, int most, Claimable claimable, Claimer claimer)
      throws SQLException {
    try (PreparedStatement select = prepared(connection, NEXT, claimable)) {
      select.setString(1, group.recipe());
      select.setInt(2, group.priority());
      select.setArray(3, connection.createArrayOf("varchar", claimable.labels().toArray()));
      select.setInt(4, claimer.format());
      return numbers(select, 5, claimable, most);
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Claimable claimable)
      throws SQLException {
    String only = claimable.only() == null ? "" : ONLY.formatted("?");
    return connection.prepareStatement(sql.formatted(KNOWN_PLAN, only));
  }

  /**
   * @param place of the next parameter
   */
  private static List<Long> numbers(
      PreparedStatement select, int place, Claimable claimable, int most) throws SQLException {
    int last = place;
    String[] only = claimable.ids();
    if (only != null) {
      select.setArray(last++, select.getConnection().createArrayOf("varchar", only));
    }
    select.setInt(last, most);
    return numbers(select);
  }

  private static List<Long> numbers(PreparedStatement select) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        numbers.add(row.getLong(1));
      }
    }
    return numbers;
  }

  /** Those that their recipe allows to start now. */
  private static List<StoredTurn> allowed(
      Connection connection, List<StoredTurn> free, Claimer claimer) throws SQLException {
    if (free.stream().allMatch(run -> run.turn().rule().isUnlimited())) {
      return free;
    }
    long active = LaunchTurns.active(connection, free.get(0).recipe(), claimer.dead());
    List<StoredTurn> allowed = new ArrayList<>();
    for (StoredTurn run : free) {
      if (active + allowed.size() < run.turn().rule().atOnce()) {
        allowed.add(run);
      }
    }
    return allowed;
  }

  private static void remove(Connection connection, List<StoredTurn> runs) throws SQLException {
    if (runs.isEmpty()) {
      return;
    }
    try (Batch rows = Batch.of(connection, DELETE)) {
      for (StoredTurn run : runs) {
        rows.number(run.number()).add();
      }
      rows.send();
    }
  }

  private static void start(
      Connection connection, List<StoredTurn> runs, Claimer claimer, Instant at)
      throws SQLException {
    if (runs.isEmpty()) {
      return;
    }
    try (Batch rows = Batch.of(connection, CLAIM)) {
      for (StoredTurn run : runs) {
        rows.number(claimer.engine()).number(at.toEpochMilli()).number(run.number()).add();
      }
      rows.send();
    }
  }

  /** Claims runs that have expired, whatever label they require, without starting them. */
  public List<StoredTurn> takeExpired(Claimable claimable, Claimer claimer, Instant at) {
    List<StoredTurn> taken =
        database.<List<StoredTurn>>transact(
            "claim runs that have expired",
            connection -> {
              List<Long> numbers;
              try (PreparedStatement select = prepared(connection, EXPIRED, claimable)) {
                select.setLong(1, at.toEpochMilli());
                select.setInt(2, claimer.format());
                numbers = numbers(select, 3, claimable, MOST_EXPIRED);
              }
              return take(connection, numbers, claimer.engine());
            });
    harden(taken);
    return taken;
  }

  /**
   * Claims one run without starting it.
   *
   * @return empty if an engine has claimed it, or it does not exist
   */
  public Optional<StoredTurn> take(RunId run, long engine) {
    List<StoredTurn> taken =
        database.<List<StoredTurn>>transact(
            "claim run " + run,
            connection -> {
              List<Long> numbers;
              try (PreparedStatement select = connection.prepareStatement(ONE)) {
                select.setString(1, run.value());
                numbers = numbers(select);
              }
              return take(connection, numbers, engine);
            });
    harden(taken);
    return taken.stream().findFirst();
  }

  private static List<StoredTurn> take(Connection connection, List<Long> numbers, long engine)
      throws SQLException {
    List<StoredTurn> runs = LaunchTurns.find(connection, numbers);
    remove(connection, runs);
    for (StoredTurn run : runs) {
      try (Batch row = Batch.of(connection, TAKE)) {
        row.number(engine).number(run.number()).change();
      }
    }
    return runs;
  }
}
