package dev.escarole.web.metrics;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.store.journal.JournalHealth;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What an engine is doing, asked whenever somebody looks. */
final class EngineMetrics {

  private final Engine engine;
  private final InstantSource clock;
  private final MeterRegistry registry;

  EngineMetrics(Engine engine, InstantSource clock, MeterRegistry registry) {
    this.engine = engine;
    this.clock = clock;
    this.registry = registry;
  }

  void install() {
    gauge("runs.underway", "Runs under way in this server", load -> load.work().runs());
    gauge("workers", "Threads that run leaves", load -> load.work().workers());
    gauge("workers.busy", "Workers that run a leaf now", load -> load.work().busy());
    gauge("queue.leaves", "Leaves that wait for a worker", load -> load.work().queued());
    gauge("programs", "Compiled programs kept ready", load -> load.guests().programs());
    gauge("guest.memory.bytes", "Memory of guests now", load -> load.guests().memoryTaken());
    gauge(
        "guest.memory.limit.bytes",
        "Memory that guests may have together",
        load -> load.guests().memoryMost());
    gauge(
        "journal.pending.events",
        "Events that are recorded and not yet in the database",
        load -> load.journal().pendingEvents());
    gauge(
        "journal.paused",
        "1 while the database is away and runs wait for it",
        load -> load.journal().state() == JournalHealth.State.PAUSED ? 1 : 0);
    gauge(
        "journal.paused.seconds",
        "For how long the database has been away; 0 while it is there",
        load -> seconds(load.journal()));
    journalWork();
  }

  private void journalWork() {
    FunctionTimer.builder(
            "escarole.journal.commits",
            engine,
            it -> it.store().journal().work().groups(),
            it -> it.store().journal().work().commitNanos(),
            TimeUnit.NANOSECONDS)
        .description("Groups of events that were committed, and how long that took")
        .register(registry);
    FunctionCounter.builder(
            "escarole.journal.events", engine, it -> it.store().journal().work().events())
        .description("Events in all groups; divided by the commits, the size of a group")
        .register(registry);
  }

  private double seconds(JournalHealth journal) {
    Instant since = journal.since();
    return since == null ? 0 : Duration.between(since, clock.instant()).toMillis() / 1000.0;
  }

  private void gauge(String name, String description, ToDoubleFunction<EngineLoad> value) {
    Gauge.builder("escarole." + name, engine, it -> value.applyAsDouble(it.load()))
        .description(description)
        .register(registry);
  }
}
