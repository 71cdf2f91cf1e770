package dev.escarole.engine.executor;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Delays and budgets of all runs, on one thread that only passes the news on. Thread-safe. */
final class Timers implements AutoCloseable {

  private final ScheduledThreadPoolExecutor executor;

  Timers() {
    executor = new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "escarole-timers"));
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
