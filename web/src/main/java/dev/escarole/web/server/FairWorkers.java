package dev.escarole.web.server;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Shares threads among callers: each has a few at once, and its other requests wait without one. So
 * a caller with slow requests, or who reads answers slowly, delays only itself. Thread-safe.
 */
final class FairWorkers {

  /** Limit of waiting requests for one caller; more are refused. */
  static final int MOST_WAITING = 1000;

  private final Executor threads;
  private final Map<String, Lane> lanes = new HashMap<>();

  FairWorkers(Executor threads) {
    this.threads = threads;
  }

  private static final class Lane {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;
  }

  /** Runs a task now or later; returns false if too many of the caller wait already. */
  boolean execute(String caller, int most, Runnable work) {
    synchronized (this) {
      Lane lane = lanes.computeIfAbsent(caller, unused -> new Lane());
      if (lane.running >= most) {
        return lane.waiting.size() < MOST_WAITING && lane.waiting.add(work);
      }
      lane.running++;
    }
    threads.execute(() -> run(caller, work));
    return true;
  }

  private void run(String caller, Runnable work) {
    try {
      work.run();
    } finally {
      Runnable next = next(caller);
      if (next != null) {
        // Not run here, so that callers take turns.
        threads.execute(() -> run(caller, next));
      }
    }
  }

  private synchronized @Nullable Runnable next(String caller) {
    Lane lane = lanes.computeIfAbsent(caller, unused -> new Lane());
    Runnable next = lane.waiting.poll();
    if (next == null) {
      lane.running--;
      if (lane.running == 0) {
        lanes.remove(caller);
      }
    }
    return next;
  }
}
