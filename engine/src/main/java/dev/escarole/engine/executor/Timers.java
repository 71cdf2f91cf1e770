package dev.escarole.engine.executor;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timers of all runs. Thread-safe.
 *
 * <p>A timer's thread may also drive the run. So there are as many threads as workers, created on
 * demand, and a slow listener does not block all timers.
 */
final class Timers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Timers.class);

  private final ScheduledThreadPoolExecutor executor;

  Timers(int threads) {
    executor =
        new ScheduledThreadPoolExecutor(threads, task -> new Thread(task, "escarole-timers"));
    executor.setRemoveOnCancelPolicy(true);
  }

  /** Runs the task after this many milliseconds, unless cancelled. */
  Future<?> after(long millis, Runnable task) {
    return executor.schedule(task, millis, TimeUnit.MILLISECONDS);
  }

  /** Cancels all timers, ends the threads and waits for them. */
  @Override
  public void close() {
    executor.shutdownNow();
    awaitEnd(executor);
  }

  /** Waits for a pool to end; an interrupt ends the wait and is preserved. */
  static void awaitEnd(ExecutorService pool) {
    try {
      if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("A thread pool did not end within a minute: {}", pool);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
