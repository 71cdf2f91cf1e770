package dev.escarole.engine.executor;

import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Effect;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/** The timers of one run: at most one of each kind for each step. Thread-safe. */
final class RunTimers {

  private final Timers all;
  private final Map<Key, Future<?>> running = new ConcurrentHashMap<>();

  private record Key(int step, Effect.Timer timer) {
    static Key of(Step step, Effect.Timer timer) {
      return new Key(step.index(), timer);
    }
  }

  /** A timer that has elapsed, and may have been stopped or replaced in the meantime. */
  final class Elapsed {
    private final Key key;
    private final Future<?> itself;

    private Elapsed(Key key, Future<?> itself) {
      this.key = key;
      this.itself = itself;
    }

    /** Whether it still counted; it does not count any more. */
    boolean take() {
      return running.remove(key, itself);
    }
  }

  /** Hears of a timer on a thread of the timers. */
  interface Bell {
    void ring(Elapsed elapsed);
  }

  RunTimers(Timers all) {
    this.all = all;
  }

  /** Starts or replaces a timer. */
  void start(Step step, Effect.Timer timer, long millis, Bell bell) {
    Key key = Key.of(step, timer);
    CompletableFuture<Future<?>> itself = new CompletableFuture<>();
    Future<?> started = all.after(millis, () -> bell.ring(new Elapsed(key, itself.join())));
    running.put(key, started);
    itself.complete(started);
  }

  void stop(Step step, Effect.Timer timer) {
    Future<?> stopped = running.remove(Key.of(step, timer));
    if (stopped != null) {
      stopped.cancel(false);
    }
  }

  void stopAll() {
    running.values().forEach(timer -> timer.cancel(false));
  }

  /** Whether none runs but those that limit the time of a step. */
  boolean onlyLimit() {
    return running.keySet().stream().allMatch(key -> key.timer() == Effect.Timer.BUDGET);
  }
}
