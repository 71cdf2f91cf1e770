package dev.escarole.engine.store.node;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.journal.Presence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** The rows of the engines that use the database. Thread-safe. */
public final class NodeStore {

  /** For how long the row of an engine that has died is kept. */
  public static final Duration KEPT = Duration.ofDays(1);

  /** Those that died last come first. */
  private static final int MOST_LISTED = 1_000;

  private static final String NODES =
      """
      select number, name, started_at_ms, seen_at_ms, report
      from engine join heartbeat on engine_number = number
      order by seen_at_ms desc, number desc limit :most
      """;

  private static final String COUNTS =
      """
      select owner, status, count(*) as runs from run
      where status in ('running', 'queued') and owner <> -1 group by owner, status
      """;

  private static final String UNCLAIMED = "select count(*) from unclaimed_run";

  private static final String MOMENT =
      """
      select cast(extract(epoch from current_timestamp) * 1000 as bigint) as now_ms,
        (select max(version) from escarole_schema) as newest
      """;

  private static final String OF_OTHERS =
      "select id from run where id = any (:runs) and owner <> :owner and owner <> -1";

  private static final String RELEASE =
      """
      update run set owner = 0
      where id = ? and owner = ? and status in ('running', 'queued')
      """;

  private static final String FORGET =
      """
      delete from engine
      where number in (select engine_number from heartbeat where seen_at_ms < ?)
        and not exists (select 1 from run where run.owner = engine.number
          and run.status in ('running', 'queued'))
      """;

  private static final String FORGET_HEARTBEATS =
      """
      delete from heartbeat
      where seen_at_ms < ? and not exists (select 1 from engine where number = engine_number)
      """;

  private final Database database;
  private final Presence presence;

  /** Creates access to the rows. */
  public NodeStore(Database database, Presence presence) {
    this.database = database;
    this.presence = presence;
  }

  /** Whether several processes can use the database at once. */
  public boolean isShared() {
    return !database.dialect().isExclusive();
  }

  /** The version of the schema that this engine knows. */
  public int schema() {
    return Database.SCHEMA;
  }

  /** Process and host of this engine, with a random part. */
  public String ownName() {
    return presence.name();
  }

  /** Whether this engine has a row: it has written something, or was registered. */
  public boolean isRegistered() {
    return presence.isRegistered();
  }

  /** Gives this engine a row, if it has none. */
  public void register() {
    long unused = presence.number();
  }

  /** Reports that this engine is alive, if it has a row. */
  public void beat(String report) {
    presence.beat(report);
  }

  /**
   * The database at one moment.
   *
   * @param now by its clock
   * @param schema the newest version of its schema
   */
  public record Moment(Instant now, int schema) {}

  /** Reads clock and schema of the database. */
  public Moment moment() {
    return database.read(
        "read the clock of the database",
        handle ->
            handle
                .createQuery(MOMENT)
                .map(
                    (row, context) ->
                        new Moment(
                            Instant.ofEpochMilli(row.getLong("now_ms")), row.getInt("newest")))
                .one());
  }

  /** Of these runs, those that another engine has claimed. */
  public Set<RunId> ofOthers(Collection<RunId> runs) {
    if (runs.isEmpty() || !presence.isRegistered()) {
      return Set.of();
    }
    long own = presence.number();
    List<String> ids = runs.stream().map(RunId::value).toList();
    return new HashSet<>(
        database.read(
            "look for runs that other engines have claimed",
            handle ->
                handle
                    .createQuery(OF_OTHERS)
                    .bindArray("runs", String.class, ids)
                    .bind("owner", own)
                    .map((row, context) -> new RunId(row.getString(1)))
                    .list()));
  }

  /** Gives up an unfinished run of this engine, so that any other can claim it at once. */
  public void release(RunId run) {
    long own = presence.number();
    database.<Integer>with(
        "leave run " + run + " to other engines",
        connection -> {
          try (Batch row = Batch.of(connection, RELEASE)) {
            return row.text(run.value()).number(own).change();
          }
        });
    database.harden();
  }

  /**
   * The engines with a row, and the runs that no living engine owns.
   *
   * @param interrupted how many there are of these
   * @param unclaimed how many launched runs no engine has claimed yet
   */
  public record NodeRows(List<StoredNode> nodes, long interrupted, long unclaimed) {
    public NodeRows {
      nodes = List.copyOf(nodes);
    }
  }

  /** Reads the engines that live, have unfinished runs, or died less than a day ago. */
  public NodeRows list() {
    return database.read("list the nodes", this::list);
  }

  private NodeRows list(Handle handle) throws SQLException {
    Map<Long, Map<String, Long>> counts = counts(handle.getConnection());
    long oldest =
        handle
            .createQuery(MOMENT)
            .map((row, context) -> row.getLong("now_ms") - KEPT.toMillis())
            .one();
    List<StoredNode> nodes = new ArrayList<>();
    for (StoredNode node :
        handle
            .createQuery(NODES)
            .bind("most", MOST_LISTED)
            .map((row, context) -> node(row, counts))
            .list()) {
      boolean alive = presence.isAlive(handle, node.number(), node.name());
      Instant seen = node.seenAt();
      boolean lately = seen != null && seen.toEpochMilli() > oldest;
      if (alive) {
        counts.remove(node.number());
      }
      if (alive || lately || node.running() + node.queued() > 0) {
        nodes.add(withAlive(node, alive));
      }
    }
    long interrupted =
        counts.values().stream()
            .flatMap(each -> each.values().stream())
            .mapToLong(Long::longValue)
            .sum();
    long unclaimed = handle.createQuery(UNCLAIMED).mapTo(Long.class).one();
    return new NodeRows(nodes, interrupted, unclaimed);
  }

  private static Map<Long, Map<String, Long>> counts(Connection connection) throws SQLException {
    Map<Long, Map<String, Long>> counts = new HashMap<>();
    try (PreparedStatement select = connection.prepareStatement(COUNTS);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        counts
            .computeIfAbsent(row.getLong("owner"), missing -> new HashMap<>())
            .put(row.getString("status"), row.getLong("runs"));
      }
    }
    return counts;
  }

  private StoredNode node(ResultSet row, Map<Long, Map<String, Long>> counts) throws SQLException {
    long number = row.getLong("number");
    String name = row.getString("name");
    long seen = row.getLong("seen_at_ms");
    Map<String, Long> runs = counts.getOrDefault(number, Map.of());
    return new StoredNode(
        number,
        name,
        // Not by its number, which it may be about to get.
        name.equals(presence.name()),
        false,
        Instant.ofEpochMilli(row.getLong("started_at_ms")),
        seen == 0 ? null : Instant.ofEpochMilli(seen),
        row.getString("report"),
        runs.getOrDefault("running", 0L),
        runs.getOrDefault("queued", 0L));
  }

  private static StoredNode withAlive(StoredNode node, boolean alive) {
    return new StoredNode(
        node.number(),
        node.name(),
        node.own(),
        alive,
        node.startedAt(),
        node.seenAt(),
        node.report(),
        node.running(),
        node.queued());
  }

  /** Deletes the rows of engines that died long ago and left no unfinished run. */
  public void forget() {
    if (!isShared()) {
      return;
    }
    long oldest = moment().now().minus(KEPT).toEpochMilli();
    database.<Integer>with(
        "delete the rows of engines that died long ago",
        connection -> {
          try (Batch engines = Batch.of(connection, FORGET);
              Batch heartbeats = Batch.of(connection, FORGET_HEARTBEATS)) {
            engines.number(oldest).run();
            return heartbeats.number(oldest).change();
          }
        });
  }
}
