package dev.escarole.engine.launch;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread that does one thing about launches after the other. Thread-safe. */
final class LaunchThread {

  private static final Logger LOG = LoggerFactory.getLogger(LaunchThread.class);

  private final String name;
  private final ScheduledThreadPoolExecutor thread;

  /** The thread is started when there is work. */
  LaunchThread(String name) {
    this.name = name;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    thread.setRemoveOnCancelPolicy(true);
  }

  /** Does it as soon as possible; never if the thread was ended. */
  void soon(Runnable work) {
    later(0, work);
  }

  /** Does it after this time; never if the thread is ended before. */
  void later(long millis, Runnable work) {
    try {
      Future<?> unused = thread.schedule(work, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The engine is being closed");
    }
  }

  /** Waits, for a minute at most, until what is due now is done. */
  void end() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("The thread {} did not end within a minute", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
