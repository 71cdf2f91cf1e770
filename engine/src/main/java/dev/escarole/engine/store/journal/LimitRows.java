package dev.escarole.engine.store.journal;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.store.database.Batch;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads sets of limits. There are few of them, and each is stored once under a hash of
 * its values, so that writing needs no lookup. Confined to the writer's thread.
 */
public final class LimitRows {

  /** Maximum number of cached hashes; operators use fewer sets. */
  private static final int MOST_NUMBERS = 1000;

  private final Map<Limits, Long> numbers = new HashMap<>();
  private final Set<Limits> stored = new HashSet<>();

  /** The number of a set of limits. */
  long number(Limits limits) {
    if (numbers.size() > MOST_NUMBERS) {
      numbers.clear();
    }
    return numbers.computeIfAbsent(limits, LimitRows::digest);
  }

  /** Writes the sets that are not known to be stored, in the connection's transaction. */
  void write(Connection connection, Collection<Limits> sets) throws SQLException {
    if (stored.containsAll(sets)) {
      return;
    }
    try (Batch batch = Batch.of(connection, JournalSql.INSERT_LIMITS)) {
      for (Limits limits : sets) {
        batch
            .number(number(limits))
            .number(limits.wallClock().toMillis())
            .number(limits.memoryBytes())
            .number(limits.stdinBytes())
            .number(limits.argvBytes())
            .number(limits.outputBytes())
            .number(limits.fuel())
            .add();
      }
      batch.send();
    }
  }

  /** Records that these are committed. */
  void addStored(Collection<Limits> sets) {
    if (stored.size() > MOST_NUMBERS) {
      stored.clear();
    }
    stored.addAll(sets);
  }

  /** Reads limits from a joined row; null if it has none. */
  public static @Nullable Limits read(ResultSet row) throws SQLException {
    return row.getObject("id") == null ? null : limits(row);
  }

  private static Limits limits(ResultSet row) throws SQLException {
    return new Limits(
        Duration.ofMillis(row.getLong("most_wall_clock_ms")),
        row.getLong("most_memory_bytes"),
        row.getLong("most_stdin_bytes"),
        row.getLong("most_argv_bytes"),
        row.getLong("most_output_bytes"),
        row.getLong("most_fuel"));
  }

  private static long digest(Limits limits) {
    ByteBuffer values =
        ByteBuffer.allocate(6 * Long.BYTES)
            .putLong(limits.wallClock().toMillis())
            .putLong(limits.memoryBytes())
            .putLong(limits.stdinBytes())
            .putLong(limits.argvBytes())
            .putLong(limits.outputBytes())
            .putLong(limits.fuel());
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(values.array());
      return ByteBuffer.wrap(hash).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }
}
