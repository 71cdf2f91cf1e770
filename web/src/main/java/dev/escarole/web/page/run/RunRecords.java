package dev.escarole.web.page.run;

import dev.escarole.engine.Engine;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.local.Installation;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads runs for pages. What many watch is read once: a run that is over for as long as it is among
 * the last that were asked for, and one that goes on at most twice a second. Thread-safe.
 */
final class RunRecords {

  /** For how long a run that goes on is taken to stand where it stood. */
  private static final Duration FRESH = Duration.ofMillis(500);

  private static final int MOST_RUNS = 32;

  /** Steps of the runs that are held, together. */
  private static final long MOST_STEPS = 200_000;

  private final Installation service;
  private final Engine engine;

  /** Guarded by itself; the least lately used comes first. */
  private final Map<RunId, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  RunRecords(Installation service) {
    this.service = service;
    this.engine = service.engine();
  }

  /** One run; who reads it makes others who ask for it wait, and nobody else. */
  private static final class Entry {
    private @Nullable RunRecord record;
    private Instant readAt = Instant.EPOCH;
    private volatile int size;
  }

  /**
   * A run as it is now, or was half a second ago.
   *
   * @throws dev.escarole.web.app.RefusedException if there is no such run
   */
  RunRecord read(RunId id) {
    Entry entry;
    synchronized (entries) {
      entry = entries.computeIfAbsent(id, unused -> new Entry());
    }
    RunRecord record;
    synchronized (entry) {
      record = current(id, entry);
    }
    forgetOld();
    return record;
  }

  /** The run has just been told to do something, so what was read is out of date. */
  void forget(RunId id) {
    synchronized (entries) {
      entries.remove(id);
    }
  }

  private RunRecord current(RunId id, Entry entry) {
    // Asked each time: a run that is over may have been deleted.
    StoredRun run = service.runs().lookup().run(id);
    Instant now = service.clock().instant();
    RunRecord known = entry.record;
    if (known != null && (known.isOver() || now.isBefore(entry.readAt.plus(FRESH)))) {
      return known;
    }
    boolean alone = !run.status().isOver() && engine.handle(id).isEmpty();
    boolean interrupted = alone && engine.interrupted().contains(id);
    RunRecord fresh = RunRecord.read(engine.store(), run, interrupted, now);
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
