package dev.escarole.engine.store.cache;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.content.InlineContents;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Rows of cached results. A row with a negative time of last use is evicted. */
final class ResultRows {

  /** Maximum number of rows per statement. */
  static final int BATCH = 1000;

  private static final String FIND =
      """
      select stdout_sha256, stderr_sha256, stdout_inline, stderr_inline, used_at_ms
      from kept_result
      where key_sha256 = :key and used_at_ms >= 0
      """;

  private static final String INSERT =
      """
      insert into kept_result (key_sha256, stdout_sha256, stderr_sha256, stdout_inline,
        stderr_inline, bytes, created_at_ms, used_at_ms)
      values (:key, :stdout, :stderr, :stdoutInline, :stderrInline, :bytes, :atMs, :atMs)
      on conflict do nothing
      """;

  private static final String TOUCH =
      """
      update kept_result set used_at_ms = :atMs
      where key_sha256 = :key and used_at_ms >= 0 and used_at_ms < :atMs
      """;

  private static final String DELETE = "delete from kept_result where key_sha256 = :key";

  private static final String OLDEST =
      """
      select key_sha256, bytes from kept_result
      where used_at_ms >= 0
      order by used_at_ms, key_sha256
      limit :limit
      """;

  private static final String STATS =
      """
      select count(*) as results, coalesce(sum(bytes), 0) as bytes
      from kept_result
      where used_at_ms >= 0
      """;

  /** A negative time, so that the index by use finds evicted rows. */
  private static final String EVICT =
      """
      update kept_result set used_at_ms = -1 where key_sha256 = :key
      """;

  private static final String COUNT_EVICTED =
      "select count(*) from kept_result where used_at_ms < 0";

  private static final String NEXT_EVICTED =
      """
      select key_sha256, case when stdout_inline is null then stdout_sha256 end as stdout_sha256,
        case when stderr_inline is null then stderr_sha256 end as stderr_sha256
      from kept_result
      where used_at_ms < 0
      order by used_at_ms, key_sha256
      limit :limit
      """;

  private static final String REMOVE_EVICTED =
      "delete from kept_result where key_sha256 = :key and used_at_ms < 0";

  private ResultRows() {}

  /**
   * An output of a result.
   *
   * @param inline its bytes if the row holds them
   */
  record Stored(String sha256, @Nullable ByteParts inline) {}

  /** The outputs of a result, and the time of its last use. */
  record Found(Stored stdout, Stored stderr, long usedAtMillis) {}

  /** A result to be written. */
  record New(String key, Content stdout, Content stderr, long atMillis) {
    long bytes() {
      return (long) stdout.size() + stderr.size();
    }
  }

  /** A candidate for eviction. */
  record Old(String key, long bytes) {}

  /** An evicted row with the hashes of outputs that may still be stored; null if it held them. */
  record Evicted(String key, @Nullable String stdout, @Nullable String stderr) {}

  static Optional<Found> find(Handle handle, String key) {
    return handle
        .createQuery(FIND)
        .bind("key", key)
        .map(
            (row, context) ->
                new Found(stored(row, "stdout"), stored(row, "stderr"), row.getLong("used_at_ms")))
        .findOne();
  }

  private static Stored stored(ResultSet row, String stream) throws SQLException {
    byte[] inline = row.getBytes(stream + "_inline");
    return new Stored(
        row.getString(stream + "_sha256"), inline == null ? null : ByteParts.of(inline));
  }

  /** Writes results, replacing existing ones; returns their number. */
  static int write(Handle handle, Collection<New> results) {
    each(handle, DELETE, results.stream().map(New::key).toList());
    try (PreparedBatch batch = handle.prepareBatch(INSERT)) {
      for (New result : results) {
        batch
            .bind("key", result.key())
            .bind("stdout", result.stdout().sha256())
            .bind("stderr", result.stderr().sha256())
            .bind("stdoutInline", InlineContents.of(result.stdout()))
            .bind("stderrInline", InlineContents.of(result.stderr()))
            .bind("bytes", result.bytes())
            .bind("atMs", result.atMillis())
            .add();
        send(batch, BATCH);
      }
      send(batch, 1);
    }
    return results.size();
  }

  /** Sets the time of last use; returns the number of keys. */
  static int touch(Handle handle, Collection<String> keys, long atMillis) {
    try (PreparedBatch batch = handle.prepareBatch(TOUCH)) {
      for (String key : keys) {
        batch.bind("key", key).bind("atMs", atMillis).add();
        send(batch, BATCH);
      }
      send(batch, 1);
    }
    return keys.size();
  }

  /** Marks results as evicted; returns the number of keys. */
  static int evict(Handle handle, Collection<String> keys) {
    return each(handle, EVICT, keys);
  }

  /** The number of evicted results that are not removed. */
  static long evicted(Handle handle) {
    return handle.createQuery(COUNT_EVICTED).mapTo(Long.class).one();
  }

  static List<Evicted> nextEvicted(Handle handle, int most) {
    return handle
        .createQuery(NEXT_EVICTED)
        .bind("limit", most)
        .map(
            (row, context) ->
                new Evicted(
                    row.getString("key_sha256"),
                    row.getString("stdout_sha256"),
                    row.getString("stderr_sha256")))
        .list();
  }

  /** Removes those of the results that are still evicted; returns the number of keys. */
  static int remove(Handle handle, Collection<String> keys) {
    return each(handle, REMOVE_EVICTED, keys);
  }

  private static int each(Handle handle, String sql, Collection<String> keys) {
    try (PreparedBatch batch = handle.prepareBatch(sql)) {
      for (String key : keys) {
        batch.bind("key", key).add();
        send(batch, BATCH);
      }
      send(batch, 1);
    }
    return keys.size();
  }

  private static void send(PreparedBatch batch, int least) {
    if (batch.size() >= least) {
      batch.execute();
    }
  }

  /** A batch of the least recently used results. */
  static List<Old> oldest(Handle handle) {
    return handle
        .createQuery(OLDEST)
        .bind("limit", BATCH)
        .map((row, context) -> new Old(row.getString("key_sha256"), row.getLong("bytes")))
        .list();
  }

  static KeptResults.Stats stats(Handle handle) {
    return handle
        .createQuery(STATS)
        .map((row, context) -> new KeptResults.Stats(row.getLong("results"), row.getLong("bytes")))
        .one();
  }
}
