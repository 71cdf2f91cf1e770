package dev.escarole.web.app.figures;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.system.EngineFigures.AttemptFigures;
import dev.escarole.web.app.system.EngineFigures.Bucket;
import dev.escarole.web.app.system.EngineFigures.Durations;
import dev.escarole.web.app.system.EngineFigures.RunFigures;
import dev.escarole.web.app.system.EngineFigures.StepFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;

/** Counts what happens in runs, on the runs' own threads. Thread-safe. */
final class RunCounters {

  /** Upper bounds of the buckets; the last bucket has none. */
  private static final long[] BOUNDS = {1, 10, 100, 1000, 10_000, 60_000};

  private final LongAdder started = new LongAdder();
  private final LongAdder resumed = new LongAdder();
  private final Map<RunStatus, Timer> ended = each(RunStatus.class, Timer::new);
  private final Map<StepState, LongAdder> leaves = each(StepState.class, LongAdder::new);
  private final Map<StepState, LongAdder> groups = each(StepState.class, LongAdder::new);
  private final LongAdder wholeJoins = new LongAdder();
  private final LongAdder degradedJoins = new LongAdder();
  private final Map<Outcome.Kind, LongAdder> outcomes = each(Outcome.Kind.class, LongAdder::new);
  private final Map<LeafOrigin, LongAdder> origins = each(LeafOrigin.class, LongAdder::new);
  private final Timer attempts = new Timer();
  private final List<LongAdder> buckets = new ArrayList<>();
  private final LongAdder fuel = new LongAdder();

  RunCounters() {
    for (int i = 0; i <= BOUNDS.length; i++) {
      buckets.add(new LongAdder());
    }
  }

  private static final class Timer {
    private final LongAdder count = new LongAdder();
    private final LongAdder millis = new LongAdder();
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

    void record(long duration) {
      count.increment();
      millis.add(duration);
      longest.accumulate(duration);
    }

    Durations durations() {
      return new Durations(count.sum(), millis.sum(), longest.get());
    }
  }

  private static <K extends Enum<K>, V> Map<K, V> each(Class<K> keys, Supplier<V> make) {
    Map<K, V> all = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      all.put(key, make.get());
    }
    return all;
  }

  void hear(RunEvent event) {
    if (event instanceof RunEvent.StepChanged change) {
      of(change.step() instanceof LeafStep ? leaves : groups, change.state()).increment();
    } else if (event instanceof RunEvent.AttemptEnded attempt) {
      ended(attempt);
    } else if (event instanceof RunEvent.JoinDecided decided) {
      (decided.join().degraded() ? degradedJoins : wholeJoins).increment();
    } else if (event instanceof RunEvent.RunStarted) {
      started.increment();
    } else if (event instanceof RunEvent.RunResumed) {
      resumed.increment();
    } else if (event instanceof RunEvent.RunEnded over) {
      of(ended, over.result().status()).record(over.result().span().durationMillis());
    }
  }

  private void ended(RunEvent.AttemptEnded attempt) {
    of(outcomes, attempt.result().outcome().kind()).increment();
    of(origins, attempt.result().origin()).increment();
    attempts.record(attempt.durationMillis());
    int bucket = 0;
    while (bucket < BOUNDS.length && attempt.durationMillis() > BOUNDS[bucket]) {
      bucket++;
    }
    buckets.get(bucket).increment();
    fuel.add(attempt.result().fuelUsed());
  }

  private static <K, V> V of(Map<K, V> all, K key) {
    return Objects.requireNonNull(all.get(key));
  }

  RunFigures runs() {
    return new RunFigures(
        started.sum(), resumed.sum(), words(ended, RunStatus::word, Timer::durations));
  }

  StepFigures steps() {
    return new StepFigures(
        words(leaves, StepState::word, LongAdder::sum),
        words(groups, StepState::word, LongAdder::sum),
        wholeJoins.sum(),
        degradedJoins.sum());
  }

  AttemptFigures attempts() {
    List<Bucket> counts = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      counts.add(new Bucket(i < BOUNDS.length ? (Long) BOUNDS[i] : null, buckets.get(i).sum()));
    }
    Map<Outcome.Kind, LongAdder> denials = new EnumMap<>(outcomes);
    denials.keySet().removeIf(kind -> !kind.isDenial());
    return new AttemptFigures(
        words(outcomes, Outcome.Kind::word, LongAdder::sum),
        words(denials, Outcome.Kind::word, LongAdder::sum),
        words(origins, LeafOrigin::word, LongAdder::sum),
        attempts.durations(),
        List.copyOf(counts),
        fuel.sum());
  }

  private static <K, V, R> Map<String, R> words(
      Map<K, V> all, Function<K, String> word, Function<V, R> value) {
    Map<String, R> words = new LinkedHashMap<>();
    all.forEach((key, each) -> words.put(word.apply(key), value.apply(each)));
    return Collections.unmodifiableMap(words);
  }
}
