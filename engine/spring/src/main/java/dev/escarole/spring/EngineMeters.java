package dev.escarole.spring;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.journal.JournalHealth;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What an engine does, under the names that {@code /metrics} of the dashboard has. Tags come from
 * closed sets, never from runs or recipes. Thread-safe.
 */
final class EngineMeters implements MeterBinder {

  private static final double MILLIS = 1e3;

  private final Engine engine;

  EngineMeters(Engine engine) {
    this.engine = engine;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    work(registry);
    journal(registry);
    Counters counters = new Counters(registry);
    // It ends with the engine.
    Subscription unused = engine.listen(counters::hear);
  }

  private void work(MeterRegistry registry) {
    gauge(registry, "runs.underway", "Running runs", load -> load.work().runs());
    gauge(registry, "workers", "Worker threads", load -> load.work().workers());
    gauge(registry, "workers.busy", "Workers that run a leaf now", load -> load.work().busy());
    gauge(registry, "queue.leaves", "Leaves that wait for a worker", load -> load.work().queued());
    seconds(
        registry,
        "queue.oldest",
        "How long the first of them has waited; 0 if none waits",
        load -> seconds(load.work().oldest()));
    gauge(
        registry,
        "queue.runs",
        "Runs that wait for a place of their recipe",
        load -> load.launches().runs());
    seconds(
        registry,
        "queue.runs.oldest",
        "How long the first of them has waited; 0 if none waits",
        load -> seconds(load.launches().oldest()));
    gauge(registry, "programs", "Compiled programs cached", load -> load.guests().programs());
    bytes(registry, "guest.memory", "Memory of guests now", load -> load.guests().memoryTaken());
    bytes(
        registry,
        "guest.memory.limit",
        "Limit of the memory of all guests",
        load -> load.guests().memoryMost());
  }

  private void journal(MeterRegistry registry) {
    gauge(
        registry,
        "journal.pending.events",
        "Events that are recorded and not yet in the database",
        load -> load.journal().pendingEvents());
    gauge(
        registry,
        "journal.paused",
        "1 while the database is away and runs wait for it",
        load -> load.journal().state() == JournalHealth.State.PAUSED ? 1 : 0);
    FunctionTimer.builder(
            "escarole.journal.commits",
            engine,
            each -> each.load().written().groups(),
            each -> each.load().written().commitNanos(),
            TimeUnit.NANOSECONDS)
        .description("Groups of events that were committed, and how long that took")
        .register(registry);
    FunctionCounter.builder(
            "escarole.journal.events", engine, each -> each.load().written().events())
        .description("Events in all groups; divided by the commits, the size of a group")
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry, String name, String help, ToDoubleFunction<EngineLoad> value) {
    register(registry, name, help, null, value);
  }

  private void seconds(
      MeterRegistry registry, String name, String help, ToDoubleFunction<EngineLoad> value) {
    register(registry, name, help, "seconds", value);
  }

  private void bytes(
      MeterRegistry registry, String name, String help, ToDoubleFunction<EngineLoad> value) {
    register(registry, name, help, "bytes", value);
  }

  private void register(
      MeterRegistry registry,
      String name,
      String help,
      @Nullable String unit,
      ToDoubleFunction<EngineLoad> value) {
    Gauge.builder("escarole." + name, engine, each -> value.applyAsDouble(each.load()))
        .description(help)
        .baseUnit(unit)
        .register(registry);
  }

  private static double seconds(@Nullable Duration wait) {
    return wait == null ? 0 : Math.max(0, wait.toMillis() / MILLIS);
  }

  /** Counts what happens in runs, on the runs' own threads. */
  private static final class Counters {

    private final MeterRegistry registry;
    private final Counter started;
    private final Counter resumed;
    private final Counter fuel;
    private final Timer attempts;

    Counters(MeterRegistry registry) {
      this.registry = registry;
      started = counter("runs.started", "Runs started");
      resumed = counter("runs.resumed", "Runs resumed after their engine had gone");
      fuel = counter("fuel.used", "What leaves executed, in the units of the limits");
      attempts =
          Timer.builder("escarole.attempt.duration")
              .description("How long attempts of leaves took")
              .register(registry);
    }

    private Counter counter(String name, String help, String... tags) {
      return Counter.builder("escarole." + name).description(help).tags(tags).register(registry);
    }

    void hear(RunEvent event) {
      if (event instanceof RunEvent.RunStarted) {
        started.increment();
      } else if (event instanceof RunEvent.RunResumed) {
        resumed.increment();
      } else if (event instanceof RunEvent.StepChanged change) {
        stepChanged(change);
      } else if (event instanceof RunEvent.AttemptEnded attempt) {
        attemptEnded(attempt);
      } else if (event instanceof RunEvent.JoinDecided decided) {
        String degraded = Boolean.toString(decided.join().degraded());
        counter("joins", "Joins decided, by whether something was missing", "degraded", degraded)
            .increment();
      } else if (event instanceof RunEvent.RunEnded over) {
        Timer.builder("escarole.runs.ended")
            .description("Runs that ended, and how long they took")
            .tag("status", over.result().status().word())
            .register(registry)
            .record(Duration.ofMillis(over.result().span().durationMillis()));
      }
    }

    private void stepChanged(RunEvent.StepChanged change) {
      counter(
              "steps",
              "Transitions of steps, by the state that they led to",
              "kind",
              change.step() instanceof LeafStep ? "leaf" : "group",
              "state",
              change.state().word())
          .increment();
    }

    private void attemptEnded(RunEvent.AttemptEnded attempt) {
      counter(
              "attempts",
              "Attempts of leaves that ended, by outcome",
              "outcome",
              attempt.result().outcome().kind().word())
          .increment();
      counter(
              "results",
              "Results of leaves: ran, cached (cache hits) or reused in a rerun",
              "origin",
              attempt.result().origin().word())
          .increment();
      attempts.record(Duration.ofMillis(attempt.durationMillis()));
      fuel.increment((double) attempt.result().fuelUsed());
    }
  }
}
