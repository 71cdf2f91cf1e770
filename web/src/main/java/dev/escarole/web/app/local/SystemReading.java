package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.EngineStorage;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.store.journal.JournalWork;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.EngineFigures;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.SystemPicture;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** What can be read of the installation itself. Thread-safe. */
final class SystemReading {

  private final Engine engine;
  private final InstantSource clock;
  private final String version;

  /** Counts from when it is first asked for, so that others pay nothing for it. */
  private @Nullable RunCounters counters;

  SystemReading(Engine engine, InstantSource clock, String version) {
    this.engine = engine;
    this.clock = clock;
    this.version = version;
  }

  /**
   * The database answers.
   *
   * @throws dev.escarole.engine.store.StoreException if it does not
   */
  Health health() {
    engine.store().unfinished();
    return Health.OK;
  }

  EngineFigures figures() {
    EngineLoad load = engine.load();
    JournalHealth journal = load.journal();
    JournalWork written = engine.store().journal().work();
    Instant since = journal.since();
    RunCounters counted = counters();
    return new EngineFigures(
        work(load),
        new EngineFigures.JournalFigures(
            journal.pendingEvents(),
            journal.state() == JournalHealth.State.PAUSED,
            since == null ? 0 : Duration.between(since, clock.instant()).toMillis(),
            written.groups(),
            written.commitNanos(),
            written.events()),
        counted.runs(),
        counted.steps(),
        counted.attempts());
  }

  private synchronized RunCounters counters() {
    if (counters == null) {
      counters = new RunCounters();
      // As long as the engine.
      Subscription unused = engine.listen(counters::hear);
    }
    return counters;
  }

  private static SystemPicture.Work work(EngineLoad load) {
    return new SystemPicture.Work(
        load.work().runs(),
        load.work().workers(),
        load.work().busy(),
        load.work().queued(),
        load.guests().programs(),
        load.guests().memoryTaken(),
        load.guests().memoryMost());
  }

  SystemPicture system() {
    EngineLoad load = engine.load();
    EngineStorage storage = engine.storage();
    return new SystemPicture(
        version,
        Runtime.version().toString(),
        work(load),
        new SystemPicture.JournalPicture(
            load.journal().state().word(),
            load.journal().since(),
            load.journal().reason(),
            load.journal().pendingEvents()),
        new SystemPicture.Database(
            storage.database().product(),
            storage.database().version(),
            storage.database().schema(),
            storage.database().bytes()),
        new CacheStats(storage.cache().results(), storage.cache().bytes()));
  }
}
