package dev.escarole.web.metrics;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Counts what happens in runs. All meters are made beforehand: they are there at zero, and counting
 * one is an addition, as it happens on the runs' own threads. Thread-safe.
 */
final class RunMetrics {

  private static final Duration[] ATTEMPT_BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(10),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofSeconds(60)
  };

  private final Counter started;
  private final Counter resumed;
  private final Map<RunStatus, Timer> ended;
  private final Map<StepState, Counter> leaves;
  private final Map<StepState, Counter> groups;
  private final Map<Outcome.Kind, Counter> outcomes;
  private final Map<Outcome.Kind, Counter> denials = new EnumMap<>(Outcome.Kind.class);
  private final Map<LeafOrigin, Counter> origins;
  private final Timer attempts;
  private final Counter fuel;
  private final Counter wholeJoins;
  private final Counter degradedJoins;

  RunMetrics(MeterRegistry registry) {
    started =
        Counter.builder("escarole.runs.started").description("Runs started").register(registry);
    resumed =
        Counter.builder("escarole.runs.resumed")
            .description("Runs that went on after their engine had gone away")
            .register(registry);
    ended =
        each(
            RunStatus.class,
            status ->
                Timer.builder("escarole.runs.ended")
                    .description("Runs that are over, and how long they took")
                    .tag("status", status.word())
                    .register(registry));
    leaves = each(StepState.class, state -> steps(registry, "leaf", state));
    groups = each(StepState.class, state -> steps(registry, "group", state));
    outcomes =
        each(
            Outcome.Kind.class,
            kind ->
                Counter.builder("escarole.attempts")
                    .description("Attempts of leaves that ended, by outcome")
                    .tag("outcome", kind.word())
                    .register(registry));
    for (Outcome.Kind kind : Outcome.Kind.values()) {
      if (kind.isDenial()) {
        denials.put(
            kind,
            Counter.builder("escarole.denials")
                .description("Attempts of leaves that the broker refused, by reason")
                .tag("reason", kind.word())
                .register(registry));
      }
    }
    origins =
        each(
            LeafOrigin.class,
            origin ->
                Counter.builder("escarole.results")
                    .description("Results of leaves: ran, cached (cache hits) or reused in a rerun")
                    .tag("origin", origin.name().toLowerCase(Locale.ROOT))
                    .register(registry));
    attempts =
        Timer.builder("escarole.attempt.duration")
            .description("How long attempts of leaves took")
            .serviceLevelObjectives(ATTEMPT_BUCKETS)
            .register(registry);
    fuel =
        Counter.builder("escarole.fuel.used")
            .description("What leaves executed, in the units of the limits")
            .register(registry);
    wholeJoins = joins(registry, false);
    degradedJoins = joins(registry, true);
  }

  private static <K extends Enum<K>, V> Map<K, V> each(Class<K> keys, Function<K, V> meter) {
    Map<K, V> meters = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      meters.put(key, meter.apply(key));
    }
    return meters;
  }

  private static Counter steps(MeterRegistry registry, String kind, StepState state) {
    return Counter.builder("escarole.steps")
        .description("Transitions of steps, by the state that they led to")
        .tag("kind", kind)
        .tag("state", state.word())
        .register(registry);
  }

  private static Counter joins(MeterRegistry registry, boolean degraded) {
    return Counter.builder("escarole.joins")
        .description("Joins decided, by whether something was missing")
        .tag("degraded", Boolean.toString(degraded))
        .register(registry);
  }

  void hear(RunEvent event) {
    if (event instanceof RunEvent.StepChanged change) {
      boolean leaf = change.step() instanceof LeafStep;
      counter(leaf ? leaves : groups, change.state()).increment();
    } else if (event instanceof RunEvent.AttemptEnded attempt) {
      attemptEnded(attempt);
    } else if (event instanceof RunEvent.JoinDecided decided) {
      (decided.join().degraded() ? degradedJoins : wholeJoins).increment();
    } else if (event instanceof RunEvent.RunStarted) {
      started.increment();
    } else if (event instanceof RunEvent.RunResumed) {
      resumed.increment();
    } else if (event instanceof RunEvent.RunEnded end) {
      Timer timer = counter(ended, end.result().status());
      timer.record(Duration.ofMillis(end.result().span().durationMillis()));
    }
  }

  private void attemptEnded(RunEvent.AttemptEnded attempt) {
    Outcome.Kind kind = attempt.result().outcome().kind();
    counter(outcomes, kind).increment();
    if (kind.isDenial()) {
      counter(denials, kind).increment();
    }
    counter(origins, attempt.result().origin()).increment();
    attempts.record(Duration.ofMillis(attempt.durationMillis()));
    fuel.increment((double) attempt.result().fuelUsed());
  }

  private static <K extends Enum<K>, V> V counter(Map<K, V> meters, K key) {
    V meter = meters.get(key);
    if (meter == null) {
      throw new IllegalStateException("BUG: nothing counts " + key);
    }
    return meter;
  }
}
