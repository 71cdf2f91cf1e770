package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.EngineStorage;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.SystemPicture;

/** What can be read of the installation itself. Thread-safe. */
final class SystemReading {

  private final Engine engine;
  private final String version;

  SystemReading(Engine engine, String version) {
    this.engine = engine;
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

  SystemPicture system() {
    EngineLoad load = engine.load();
    EngineStorage storage = engine.storage();
    return new SystemPicture(
        version,
        Runtime.version().toString(),
        new SystemPicture.Work(
            load.work().runs(),
            load.work().workers(),
            load.work().busy(),
            load.work().queued(),
            load.guests().programs(),
            load.guests().memoryTaken(),
            load.guests().memoryMost()),
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
