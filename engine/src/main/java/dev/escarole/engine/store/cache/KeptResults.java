package dev.escarole.engine.store.cache;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ResultCache;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.content.Contents;
import dev.escarole.engine.store.content.OutsideContents;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.WriteBehind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of command results in the database. Thread-safe.
 *
 * <p>A row holds small outputs and references large ones, which the journal stores. If one of them
 * is missing or damaged, the row is ignored. Adding only queues the result; a separate thread
 * writes results in groups and evicts the least recently used. A failure here causes a repetition
 * of the command, never a failed run.
 */
public final class KeptResults implements ResultCache {

  private static final Logger log = LoggerFactory.getLogger(KeptResults.class);

  /**
   * Size of the cache.
   *
   * @param bytes of the outputs
   */
  public record Stats(long results, long bytes) {
    /** The total with the rows. */
    long size() {
      return bytes + results * ResultBounds.ROW_BYTES;
    }
  }

  private static final Duration LINGER = Duration.ofMillis(20);

  private static final int MOST_TOUCHED = 100_000;

  /**
   * A queued write.
   *
   * @param result null for a mere use of the result
   */
  private record Change(String key, @Nullable Kept result) {}

  private final Database database;
  private final Contents contents;
  private final ResultBounds bounds;
  private final InstantSource clock;
  private final WriteBehind<Change> queue;

  /** Queued results by key; bounded by the queue. */
  private final Map<String, Kept> waiting = new ConcurrentHashMap<>();

  /** Keys whose use is not written yet. */
  private final Set<String> touched = ConcurrentHashMap.newKeySet();

  /** Upper bound of the size of the results; null if unknown. Confined to the writer. */
  private @Nullable Long size;

  private final EvictedResults evicted;

  /** Number of evicted rows that are not removed yet; null if unknown. Confined to the writer. */
  private @Nullable Long toRemove;

  public KeptResults(
      Database database, OutsideContents outside, ResultBounds bounds, InstantSource clock) {
    this.database = database;
    this.contents = new Contents(database, outside);
    this.bounds = bounds;
    this.clock = clock;
    this.queue =
        new WriteBehind<>(
            "escarole-results",
            "results",
            new WriteBehind.Bounds(Integer.MAX_VALUE, bounds.pending(), LINGER),
            this::write);
    this.evicted = new EvictedResults(database, outside);
  }

  public static KeptResults start(Database database, ResultBounds bounds, InstantSource clock) {
    KeptResults results = new KeptResults(database, OutsideContents.none(), bounds, clock);
    results.start();
    return results;
  }

  public void start() {
    queue.start();
  }

  @Override
  public Optional<Kept> find(String key) {
    Kept unwritten = waiting.get(key);
    if (unwritten != null) {
      return Optional.of(unwritten);
    }
    try {
      return read(key);
    } catch (RuntimeException e) {
      log.warn("A cached result cannot be read; the command runs instead", e);
      return Optional.empty();
    }
  }

  private Optional<Kept> read(String key) {
    ResultRows.Found found =
        database
            .read("look up a cached result", handle -> ResultRows.find(handle, key))
            .orElse(null);
    if (found == null) {
      return Optional.empty();
    }
    Output stdout = output(found.stdout());
    Output stderr = output(found.stderr());
    if (stdout == null || stderr == null) {
      return Optional.empty();
    }
    if (clock.millis() - found.usedAtMillis() >= bounds.grain().toMillis()) {
      touch(key);
    }
    return Optional.of(new Kept(stdout, stderr));
  }

  private void touch(String key) {
    if (touched.size() < MOST_TOUCHED
        && touched.add(key)
        && !queue.offer(new Change(key, null), 0)) {
      touched.remove(key);
    }
  }

  /** The content; null if missing or damaged. */
  private @Nullable Output output(ResultRows.Stored stored) {
    ByteParts inline = stored.inline();
    ByteParts bytes = inline == null ? contents.read(stored.sha256()).orElse(null) : inline;
    return bytes == null || !Content.of(bytes).sha256().equals(stored.sha256())
        ? null
        : Output.of(bytes, false);
  }

  @Override
  public void keep(String key, Kept result) {
    if (result.size() <= bounds.largest()
        && result.size() + ResultBounds.ROW_BYTES <= bounds.bytes()) {
      boolean isNew = waiting.putIfAbsent(key, result) == null;
      long size = result.size() + ResultBounds.ROW_BYTES;
      if (isNew && !queue.offer(new Change(key, result), size)) {
        waiting.remove(key, result);
      }
    }
  }

  /** Returns the current size. */
  public Stats stats() {
    queue.flush();
    return database.read("count the kept results", ResultRows::stats);
  }

  /**
   * Evicts everything, including all outputs that nothing else references, one batch per
   * transaction; returns the number of results.
   */
  public long clear() {
    queue.flush();
    long cleared = 0;
    for (List<ResultRows.Old> batch = oldest(); !batch.isEmpty(); batch = oldest()) {
      evict(batch);
      cleared += batch.size();
    }
    if (removeForgotten() > 0) {
      database.compactAtClose();
    }
    return cleared;
  }

  /**
   * Removes outputs that only evicted results reference; returns their bytes. Evicted results are
   * removed in the background once there are 1,000; this removes the rest.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public long removeForgotten() {
    return evicted.count() == 0 ? 0 : evicted.remove();
  }

  /** Returns when all results queued before are written. */
  public void flush() {
    queue.flush();
  }

  /** Writes the queued entries and ends the thread. */
  public void close() {
    queue.close();
  }

  private void write(List<Change> group) {
    Map<String, Kept> results = new LinkedHashMap<>();
    Set<String> used = new HashSet<>();
    for (Change change : group) {
      Kept result = change.result();
      if (result == null) {
        used.add(change.key());
      } else {
        results.put(change.key(), result);
      }
    }
    // A use from now on is written with the next group.
    touched.removeAll(used);
    try {
      write(results, used);
      makeRoom();
    } catch (RuntimeException e) {
      size = null;
      toRemove = null;
      log.warn("Results could not be cached; the commands will run again", e);
    } finally {
      waiting.keySet().removeAll(results.keySet());
    }
  }

  private void write(Map<String, Kept> results, Set<String> used) {
    long now = clock.millis();
    List<ResultRows.New> rows = new ArrayList<>(results.size());
    results.forEach(
        (key, kept) ->
            rows.add(
                new ResultRows.New(
                    key,
                    Content.of(kept.stdout().parts()),
                    Content.of(kept.stderr().parts()),
                    now)));
    if (!rows.isEmpty()) {
      database.write("keep results", handle -> ResultRows.write(handle, rows));
    }
    if (!used.isEmpty()) {
      database.write("note the use of results", handle -> ResultRows.touch(handle, used, now));
    }
    Long before = size;
    size = before == null ? null : (Long) (before + new Stats(rows.size(), bytes(rows)).size());
  }

  private static long bytes(List<ResultRows.New> rows) {
    return rows.stream().mapToLong(ResultRows.New::bytes).sum();
  }

  private void makeRoom() {
    Long known = size;
    if (known != null && known <= bounds.bytes()) {
      return;
    }
    // The known size may be too large, as replaced results are not subtracted.
    long left = database.read("count the kept results", ResultRows::stats).size();
    while (left > bounds.bytes()) {
      List<ResultRows.Old> gone = surplus(oldest(), left - bounds.bytes());
      if (gone.isEmpty()) {
        break;
      }
      evict(gone);
      left -= size(gone);
      tidyUp(gone.size());
    }
    size = left;
  }

  private void tidyUp(int more) {
    Long before = toRemove;
    long now = before == null ? evicted.count() : before + more;
    if (now >= EvictedResults.BATCH) {
      evicted.remove();
      now = 0;
    }
    toRemove = now;
  }

  private List<ResultRows.Old> oldest() {
    return database.read("find the oldest results", ResultRows::oldest);
  }

  private void evict(List<ResultRows.Old> results) {
    List<String> keys = results.stream().map(ResultRows.Old::key).toList();
    database.write("evict results", handle -> ResultRows.evict(handle, keys));
  }

  /** The first ones whose total size is at least this, or all. */
  private static List<ResultRows.Old> surplus(List<ResultRows.Old> oldest, long room) {
    long made = 0;
    int count = 0;
    while (count < oldest.size() && made < room) {
      made += oldest.get(count).bytes() + ResultBounds.ROW_BYTES;
      count++;
    }
    return oldest.subList(0, count);
  }

  private static long size(List<ResultRows.Old> results) {
    return results.stream().mapToLong(result -> result.bytes() + ResultBounds.ROW_BYTES).sum();
  }

  /**
   * Limits of the result cache.
   *
   * @param bytes maximum size of all results, with {@link #ROW_BYTES} for each; the least recently
   *     used are evicted first
   * @param largest maximum size of a single result; larger ones are not cached. Default 16 MiB
   * @param pending maximum bytes in the write queue; results beyond it are not cached. Default 64
   *     MiB
   * @param grain precision of the time of last use. Default 1 minute
   */
  public record ResultBounds(long bytes, long largest, long pending, Duration grain) {

    private static final long MIB = 1024L * 1024;

    /** Approximate size of a row. */
    static final long ROW_BYTES = 512;

    public static ResultBounds of(StoreBounds bounds) {
      return new ResultBounds(bounds.cacheBytes(), 16 * MIB, 64 * MIB, Duration.ofMinutes(1));
    }
  }
}
