package dev.escarole.engine.executor;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Delays and budgets of all runs. Thread-safe.
 *
 * <p>The thread that rings also drives the run which it rings for, if nobody does. So there are as
 * many as workers, made when they are needed: a listener that dawdles does not stop all clocks.
 */
final class Timers implements AutoCloseable {

  private final ScheduledThreadPoolExecutor executor;

  Timers(int threads) {
    executor =
        new ScheduledThreadPoolExecutor(threads, task -> new Thread(task, "escarole-timers"));
    executor.setRemoveOnCancelPolicy(true);
  }

  /** Calls the task once so many milliseconds have passed, unless it is cancelled before. */
  Future<?> after(long millis, Runnable task) {
    return executor.schedule(task, millis, TimeUnit.MILLISECONDS);
  }

  /** Drops what has not come due, and ends the thread; waits for it. */
  @Override
  public void close() {
    executor.shutdownNow();
    Endings.await(executor);
  }
}
