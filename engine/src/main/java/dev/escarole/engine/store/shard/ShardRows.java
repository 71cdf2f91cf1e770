package dev.escarole.engine.store.shard;

import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Topic;
import dev.escarole.engine.store.journal.Presence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows of shards. The engine of a run, their owner, stores them; any other engine takes one
 * that nobody has, and gives its results; the owner reads these and deletes the row. Whoever has
 * lost a row can write nothing to it. Thread-safe.
 */
public final class ShardRows {

  private static final String INSERT =
      "insert into shard (owner, taker, format, commands) values (?, -1, ?, ?)";

  private static final String NEXT =
      """
      select number, commands from shard where taker = -1 and owner <> ? and format <= ?
      order by number limit 1 for update skip locked
      """;

  private static final String TAKE = "update shard set taker = ? where number = ?";

  private static final String GIVE =
      """
      update shard set results = ? where number = ? and taker = ? and results is null
      """;

  private static final String RELEASE =
      "update shard set taker = -1 where number = any (:numbers) and taker = :taker";

  private static final String RESULTS =
      "select number, results from shard where owner = :owner and results is not null";

  private static final String HELD =
      "select number from shard where number = any (:numbers) and taker = :taker";

  private static final String TAKERS =
      """
      select shard.number, taker, engine.name
      from shard left join engine on engine.number = taker
      where owner = :owner and taker <> -1 and results is null
      """;

  private static final String UNTAKEN =
      """
      select number from shard where owner = ? and taker = -1
      order by number desc limit ? for update skip locked
      """;

  private static final String DELETE = "delete from shard where number = any (:numbers)";

  private static final String OWNERS =
      """
      select distinct owner, engine.name from shard left join engine on engine.number = owner
      """;

  private static final String FORGET = "delete from shard where owner = :owner";

  private final Database database;
  private final Presence presence;

  /** Creates access to the rows. */
  public ShardRows(Database database, Presence presence) {
    this.database = database;
    this.presence = presence;
  }

  /**
   * A shard that this engine has taken.
   *
   * @param commands as its owner has stored them
   */
  @SuppressWarnings("ArrayRecordComponent") // Read once.
  public record TakenShard(long number, byte[] commands) {}

  /**
   * Stores a shard for any other engine and returns its number.
   *
   * @param format the form of the commands
   */
  public long offer(int format, byte[] commands) {
    long owner = presence.number();
    return database.<Long>transact(
        "offer a shard to other engines",
        connection -> {
          long number;
          try (PreparedStatement insert =
              connection.prepareStatement(INSERT, new String[] {"number"})) {
            insert.setLong(1, owner);
            insert.setInt(2, format);
            insert.setBytes(3, commands);
            insert.executeUpdate();
            try (ResultSet key = insert.getGeneratedKeys()) {
              key.next();
              number = key.getLong(1);
            }
          }
          database.dialect().announce(connection, Topic.SHARDS);
          return number;
        });
  }

  /**
   * Takes the oldest shard of another engine that nobody has; empty if there is none.
   *
   * @param format the newest form of commands that this engine knows
   */
  public Optional<TakenShard> take(int format) {
    long taker = presence.number();
    return database.<Optional<TakenShard>>transact(
        "take a shard",
        connection -> {
          try (PreparedStatement next = connection.prepareStatement(NEXT)) {
            next.setLong(1, taker);
            next.setInt(2, format);
            try (ResultSet row = next.executeQuery()) {
              if (!row.next()) {
                return Optional.empty();
              }
              TakenShard shard = new TakenShard(row.getLong(1), row.getBytes(2));
              take(connection, shard.number(), taker);
              return Optional.of(shard);
            }
          }
        });
  }

  private static void take(Connection connection, long number, long taker) throws SQLException {
    try (PreparedStatement take = connection.prepareStatement(TAKE)) {
      take.setLong(1, taker);
      take.setLong(2, number);
      take.executeUpdate();
    }
  }

  /**
   * Gives the results of a shard to its owner.
   *
   * @return whether it still belongs to this engine; otherwise nothing is stored
   */
  public boolean give(long number, byte[] results) {
    long taker = presence.number();
    return database.<Boolean>transact(
        "give the results of a shard",
        connection -> {
          try (PreparedStatement give = connection.prepareStatement(GIVE)) {
            give.setBytes(1, results);
            give.setLong(2, number);
            give.setLong(3, taker);
            boolean given = give.executeUpdate() > 0;
            database.dialect().announce(connection, Topic.SHARDS);
            return given;
          }
        });
  }

  /** Leaves shards that this engine has taken to others. */
  public void release(Collection<Long> numbers) {
    long taker = presence.number();
    database.<Integer>write(
        "leave shards to other engines",
        handle -> {
          int left =
              handle
                  .createUpdate(RELEASE)
                  .bindArray("numbers", Long.class, numbers.toArray())
                  .bind("taker", taker)
                  .execute();
          database.dialect().announce(handle.getConnection(), Topic.SHARDS);
          return left;
        });
  }

  /** Returns the results of this engine's shards, by number. */
  public Map<Long, byte[]> results() {
    long owner = presence.number();
    return database.read(
        "read the results of shards",
        handle -> {
          Map<Long, byte[]> results = new HashMap<>();
          handle
              .createQuery(RESULTS)
              .bind("owner", owner)
              .map((row, context) -> results.put(row.getLong(1), row.getBytes(2)))
              .list();
          return results;
        });
  }

  /** Of these shards, those that this engine has taken and that are still wanted. */
  public Set<Long> held(Collection<Long> numbers) {
    long taker = presence.number();
    return database.read(
        "look for shards that are no longer wanted",
        handle ->
            new HashSet<>(
                handle
                    .createQuery(HELD)
                    .bindArray("numbers", Long.class, numbers.toArray())
                    .bind("taker", taker)
                    .mapTo(Long.class)
                    .list()));
  }

  /** Returns this engine's shards that engines had which have died. */
  public Set<Long> lost() {
    long owner = presence.number();
    return database.read(
        "look for shards of engines that have died",
        handle -> {
          Map<Long, Boolean> alive = new HashMap<>();
          Set<Long> lost = new HashSet<>();
          handle
              .createQuery(TAKERS)
              .bind("owner", owner)
              .map(
                  (row, context) -> {
                    String name = row.getString(3);
                    boolean lives =
                        alive.computeIfAbsent(
                            row.getLong(2),
                            taker -> name != null && presence.isAlive(handle, taker, name));
                    return lives || lost.add(row.getLong(1));
                  })
              .list();
          return lost;
        });
  }

  /** Deletes the youngest of this engine's shards that nobody has taken, and returns them. */
  public List<Long> takeBack(int most) {
    long owner = presence.number();
    return database.<List<Long>>transact(
        "take back shards",
        connection -> {
          List<Long> numbers = new ArrayList<>();
          try (PreparedStatement select = connection.prepareStatement(UNTAKEN)) {
            select.setLong(1, owner);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
              while (row.next()) {
                numbers.add(row.getLong(1));
              }
            }
          }
          try (PreparedStatement delete =
              connection.prepareStatement("delete from shard where number = ?")) {
            for (long number : numbers) {
              delete.setLong(1, number);
              delete.executeUpdate();
            }
          }
          return numbers;
        });
  }

  /** Deletes shards; what others have for them is refused from now on. */
  public void delete(Collection<Long> numbers) {
    if (!numbers.isEmpty()) {
      database.<Integer>write(
          "delete shards",
          handle ->
              handle
                  .createUpdate(DELETE)
                  .bindArray("numbers", Long.class, numbers.toArray())
                  .execute());
    }
  }

  /** Deletes the shards of engines that have died: who resumes their runs does not know them. */
  public void forget() {
    database.<Integer>write(
        "delete shards of engines that have died",
        handle -> {
          Map<Long, String> owners = new HashMap<>();
          handle
              .createQuery(OWNERS)
              .map((row, context) -> owners.put(row.getLong(1), "" + row.getString(2)))
              .list();
          int gone = 0;
          for (Map.Entry<Long, String> owner : owners.entrySet()) {
            if (!presence.isAlive(handle, owner.getKey(), owner.getValue())) {
              gone += handle.createUpdate(FORGET).bind("owner", owner.getKey()).execute();
            }
          }
          return gone;
        });
  }
}
