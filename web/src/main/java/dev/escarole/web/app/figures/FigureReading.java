package dev.escarole.web.app.figures;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.node.NodeReport;
import dev.escarole.engine.store.journal.Journal.JournalWork;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.web.app.system.EngineFigures;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Reads the figures of an engine. Thread-safe. */
public final class FigureReading {

  private final Engine engine;
  private final InstantSource clock;

  /** Null until figures are first asked for: others pay nothing for counting. */
  private @Nullable RunCounters counters;

  public FigureReading(Engine engine, InstantSource clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** Returns the figures as they are now. */
  public EngineFigures read() {
    RunCounters counted = counters();
    return new EngineFigures(
        work(), journal(), node(), counted.runs(), counted.steps(), counted.attempts());
  }

  private synchronized RunCounters counters() {
    if (counters == null) {
      counters = new RunCounters();
      // It ends with the engine.
      Subscription unused = engine.listen(counters::hear);
    }
    return counters;
  }

  private EngineFigures.WorkFigures work() {
    EngineLoad load = engine.load();
    return new EngineFigures.WorkFigures(
        load.work().runs(),
        load.work().workers(),
        load.work().busy(),
        load.work().queued(),
        millis(load.work().oldest()),
        load.launches().runs(),
        millis(load.launches().oldest()),
        load.guests().programs(),
        load.guests().memoryTaken(),
        load.guests().memoryMost());
  }

  private EngineFigures.NodeFigures node() {
    NodeReport report = engine.housekeeping().node();
    return new EngineFigures.NodeFigures(
        report.clockAheadMillis(),
        report.refusal() != null,
        report.claims(),
        report.spread().elsewhere(),
        report.spread().forOthers());
  }

  private static long millis(@Nullable Duration wait) {
    return wait == null ? 0 : Math.max(0, wait.toMillis());
  }

  private EngineFigures.JournalFigures journal() {
    EngineLoad load = engine.load();
    JournalHealth health = load.journal();
    JournalWork work = load.written();
    Instant since = health.since();
    return new EngineFigures.JournalFigures(
        health.pendingEvents(),
        health.state() == JournalHealth.State.PAUSED,
        since == null ? 0 : Duration.between(since, clock.instant()).toMillis(),
        work.groups(),
        work.commitNanos(),
        work.events());
  }
}
