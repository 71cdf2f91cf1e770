package dev.escarole.engine.store.cache;

import dev.escarole.engine.run.Content;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The rows of kept results. One whose last use is before all times is forgotten. */
final class ResultRows {

  /** Rows that one statement writes or deletes at most. */
  static final int BATCH = 1000;

  private static final String FIND =
      """
      select stdout_sha256, stderr_sha256, used_at_ms
      from kept_result
      where key_sha256 = :key and used_at_ms >= 0
      """;

  private static final String INSERT =
      """
      insert into kept_result (key_sha256, stdout_sha256, stderr_sha256, bytes, created_at_ms,
        used_at_ms)
      values (:key, :stdout, :stderr, :bytes, :atMs, :atMs)
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

  /** Before all times: the index by use finds what is forgotten. */
  private static final String FORGET =
      """
      update kept_result set used_at_ms = -1 where key_sha256 = :key
      """;

  private static final String COUNT_FORGOTTEN =
      "select count(*) from kept_result where used_at_ms < 0";

  private static final String NEXT_FORGOTTEN =
      """
      select key_sha256, stdout_sha256, stderr_sha256 from kept_result
      where used_at_ms < 0
      order by used_at_ms, key_sha256
      limit :limit
      """;

  private static final String REMOVE_FORGOTTEN =
      "delete from kept_result where key_sha256 = :key and used_at_ms < 0";

  private ResultRows() {}

  /** Where the outputs of a result are, and when it was used last. */
  record Found(String stdout, String stderr, long usedAtMillis) {}

  /** A result to be written. */
  record New(String key, Content stdout, Content stderr, long atMillis) {
    long bytes() {
      return (long) stdout.size() + stderr.size();
    }
  }

  /** A row that may go. */
  record Old(String key, long bytes) {}

  /** A row that counts as none, whose outputs may still be there. */
  record Forgotten(String key, String stdout, String stderr) {}

  static Optional<Found> find(Handle handle, String key) {
    return handle
        .createQuery(FIND)
        .bind("key", key)
        .map(
            (row, context) ->
                new Found(
                    row.getString("stdout_sha256"),
                    row.getString("stderr_sha256"),
                    row.getLong("used_at_ms")))
        .findOne();
  }

  /** Writes results in place of what stood under their keys; returns how many they are. */
  static int write(Handle handle, Collection<New> results) {
    each(handle, DELETE, results.stream().map(New::key).toList());
    try (PreparedBatch batch = handle.prepareBatch(INSERT)) {
      for (New result : results) {
        batch
            .bind("key", result.key())
            .bind("stdout", result.stdout().sha256())
            .bind("stderr", result.stderr().sha256())
            .bind("bytes", result.bytes())
            .bind("atMs", result.atMillis())
            .add();
        send(batch, BATCH);
      }
      send(batch, 1);
    }
    return results.size();
  }

  /** Sets when these results were used last; returns how many they are. */
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

  /** Has results count as none; returns how many keys there were. */
  static int forget(Handle handle, Collection<String> keys) {
    return each(handle, FORGET, keys);
  }

  /** How many results are forgotten and not removed. */
  static long forgotten(Handle handle) {
    return handle.createQuery(COUNT_FORGOTTEN).mapTo(Long.class).one();
  }

  static List<Forgotten> nextForgotten(Handle handle, int most) {
    return handle
        .createQuery(NEXT_FORGOTTEN)
        .bind("limit", most)
        .map(
            (row, context) ->
                new Forgotten(
                    row.getString("key_sha256"),
                    row.getString("stdout_sha256"),
                    row.getString("stderr_sha256")))
        .list();
  }

  /** Removes those of the results that are still forgotten; returns how many keys there were. */
  static int remove(Handle handle, Collection<String> keys) {
    return each(handle, REMOVE_FORGOTTEN, keys);
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

  /** A batch of those that were used least recently. */
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
