package dev.escarole.spring;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.JournalHealth;
import java.util.List;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * Down while the database does not answer or events of runs wait for it: new runs are refused then.
 * Thread-safe.
 */
final class EngineHealth extends AbstractHealthIndicator {

  private final Engine engine;

  EngineHealth(Engine engine) {
    super("The state of the engine cannot be read");
    this.engine = engine;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    EngineLoad load = engine.load();
    JournalHealth journal = load.journal();
    builder
        .up()
        .withDetail("journal", journal.state().word())
        .withDetail("pendingEvents", journal.pendingEvents())
        .withDetail("runs", load.work().runs())
        .withDetail("queuedRuns", load.launches().runs())
        .withDetail("workers", load.work().workers())
        .withDetail("busyWorkers", load.work().busy());
    if (journal.state() == JournalHealth.State.PAUSED) {
      builder
          .down()
          .withDetail("pausedSince", String.valueOf(journal.since()))
          .withDetail("reason", String.valueOf(journal.reason()));
      return;
    }
    try {
      List<RunId> interrupted = engine.interrupted();
      builder.withDetail("interruptedRuns", interrupted.size());
    } catch (StoreException e) {
      builder.down(e);
    }
  }
}
