package dev.escarole.web.page.run;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunOrigin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest runs in memory, for many readers watch the same one. A run that goes on is asked
 * for at most twice a second. Thread-safe.
 */
final class RunRecords {

  private static final Duration FRESH = Duration.ofMillis(500);
  private static final int MOST_RUNS = 32;

  /** Steps of the runs that are kept, together. */
  private static final long MOST_STEPS = 200_000;

  private final InstantSource clock;

  /** Guarded by itself; the least recently used comes first. */
  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  RunRecords(InstantSource clock) {
    this.clock = clock;
  }

  /** One run; while one request reads it, others that need it wait. */
  private static final class Entry {
    private @Nullable RunOrigin origin;
    private @Nullable RunRecord record;
    private Instant readAt = Instant.EPOCH;
    private volatile int size;
  }

  /**
   * A run as it is now, or was half a second ago.
   *
   * @param head was asked for just now, for a run that is over may have been deleted
   */
  RunRecord read(Escarole escarole, RunHead head) {
    Entry entry;
    synchronized (entries) {
      entry = entries.computeIfAbsent(head.run(), unused -> new Entry());
    }
    RunRecord record;
    synchronized (entry) {
      record = current(escarole, head, entry);
    }
    forgetOld();
    return record;
  }

  /** A run has just been changed, so what was read is out of date. */
  void forget(String run) {
    synchronized (entries) {
      entries.remove(run);
    }
  }

  private RunRecord current(Escarole escarole, RunHead head, Entry entry) {
    Instant now = clock.instant();
    RunRecord known = entry.record;
    if (known != null && (known.isOver() || now.isBefore(entry.readAt.plus(FRESH)))) {
      return known;
    }
    RunName name = new RunName(head.run());
    RunOrigin origin = entry.origin == null ? escarole.origin(name) : entry.origin;
    RunRecord fresh = new RunRecord(escarole.timeline(name), origin);
    entry.origin = origin;
    entry.record = fresh;
    entry.readAt = now;
    entry.size = fresh.nodes().size();
    return fresh;
  }

  private void forgetOld() {
    synchronized (entries) {
      long steps = entries.values().stream().mapToLong(entry -> entry.size).sum();
      var oldest = entries.values().iterator();
      while (entries.size() > 1 && (entries.size() > MOST_RUNS || steps > MOST_STEPS)) {
        steps -= oldest.next().size;
        oldest.remove();
      }
    }
  }
}
