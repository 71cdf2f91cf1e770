package dev.escarole.engine.store.cache;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ResultCache;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.content.ContentRows;
import dev.escarole.engine.store.database.Database;
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
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Results of commands, kept to be used again. Thread-safe.
 *
 * <p>A row names the contents that the journal stores with the attempt that the result is from. If
 * one of them is missing or is not what its hash says, the row counts as none. Keeping only puts
 * the result in line; a thread of its own writes what waits in groups and lets those go that were
 * used least recently when there are too many. Whatever fails here costs a repetition, never a run.
 */
public final class KeptResults implements ResultCache {

  private static final Logger log = LoggerFactory.getLogger(KeptResults.class);

  /**
   * How much is kept.
   *
   * @param bytes of the outputs
   */
  public record Stats(long results, long bytes) {
    /** With what the rows take. */
    long size() {
      return bytes + results * ResultBounds.ROW_BYTES;
    }
  }

  private static final Duration LINGER = Duration.ofMillis(20);

  private static final int MOST_TOUCHED = 100_000;

  /**
   * Something to write.
   *
   * @param result null if the result was only used
   */
  private record Change(String key, @Nullable Kept result) {}

  private final Database database;
  private final ResultBounds bounds;
  private final InstantSource clock;
  private final WriteBehind<Change> queue;

  /** By key, those that are kept and not in the database yet; bounded by the queue. */
  private final Map<String, Kept> waiting = new ConcurrentHashMap<>();

  /** Keys of those whose use is not noted in the database yet. */
  private final Set<String> touched = ConcurrentHashMap.newKeySet();

  /** What the results take, at least; null while unknown. Confined to the writer. */
  private @Nullable Long size;

  private final ForgottenResults forgotten;

  /** Those that were not removed, at least; null while unknown. Confined to the writer. */
  private @Nullable Long toRemove;

  public KeptResults(Database database, ResultBounds bounds, InstantSource clock) {
    this.database = database;
    this.bounds = bounds;
    this.clock = clock;
    this.queue =
        new WriteBehind<>(
            "escarole-results",
            "results",
            new WriteBehind.Bounds(Integer.MAX_VALUE, bounds.pending(), LINGER),
            this::write);
    this.forgotten = new ForgottenResults(database);
  }

  public static KeptResults start(Database database, ResultBounds bounds, InstantSource clock) {
    KeptResults results = new KeptResults(database, bounds, clock);
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
      return database.read("look for a kept result", handle -> read(handle, key));
    } catch (RuntimeException e) {
      log.warn("A kept result cannot be read; the command runs instead", e);
      return Optional.empty();
    }
  }

  private Optional<Kept> read(Handle handle, String key) {
    ResultRows.Found found = ResultRows.find(handle, key).orElse(null);
    if (found == null) {
      return Optional.empty();
    }
    Output stdout = output(handle, found.stdout());
    Output stderr = output(handle, found.stderr());
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

  /** The content, or null if it is not there, or not whole. */
  private static @Nullable Output output(Handle handle, String sha256) {
    ByteParts bytes = ContentRows.read(handle, sha256).orElse(null);
    return bytes == null || !Content.of(bytes).sha256().equals(sha256)
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

  /** How much is kept now. */
  public Stats stats() {
    queue.flush();
    return database.read("count the kept results", ResultRows::stats);
  }

  /**
   * Forgets everything, with all outputs that nothing else refers to, a batch in each transaction;
   * returns how many results there were.
   */
  public long clear() {
    queue.flush();
    long cleared = 0;
    for (List<ResultRows.Old> batch = oldest(); !batch.isEmpty(); batch = oldest()) {
      forget(batch);
      cleared += batch.size();
    }
    if (removeForgotten() > 0) {
      database.compactAtClose();
    }
    return cleared;
  }

  /**
   * Removes outputs that only forgotten results refer to; gives their bytes. Results that make room
   * for others are removed beside the work when there are 1,000 of them; this takes the rest.
   *
   * @throws StoreException if the database does not answer
   */
  public long removeForgotten() {
    return forgotten.count() == 0 ? 0 : forgotten.remove();
  }

  /** Returns when what was kept before this call is written. */
  public void flush() {
    queue.flush();
  }

  /** Writes what waits and ends the thread. */
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
    // A use from now on is noted with the next group.
    touched.removeAll(used);
    try {
      write(results, used);
      makeRoom();
    } catch (RuntimeException e) {
      size = null;
      toRemove = null;
      log.warn("Results could not be kept; the commands will run again", e);
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
    // What is known may be too much, where a result took the place of another.
    long left = database.read("count the kept results", ResultRows::stats).size();
    while (left > bounds.bytes()) {
      List<ResultRows.Old> gone = surplus(oldest(), left - bounds.bytes());
      if (gone.isEmpty()) {
        break;
      }
      forget(gone);
      left -= size(gone);
      tidyUp(gone.size());
    }
    size = left;
  }

  private void tidyUp(int more) {
    Long before = toRemove;
    long now = before == null ? forgotten.count() : before + more;
    if (now >= ForgottenResults.BATCH) {
      forgotten.remove();
      now = 0;
    }
    toRemove = now;
  }

  private List<ResultRows.Old> oldest() {
    return database.read("find the oldest results", ResultRows::oldest);
  }

  private void forget(List<ResultRows.Old> results) {
    List<String> keys = results.stream().map(ResultRows.Old::key).toList();
    database.write("forget results", handle -> ResultRows.forget(handle, keys));
  }

  /** As many from the front as make so much room, or all. */
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
}
