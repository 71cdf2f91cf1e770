package dev.escarole.web.app.local;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What all that follow runs in this process share. */
final class Followers {

  /** Changes are merged for this long. */
  static final long MOMENT_MILLIS = 100;

  private static final int THREADS = 4;

  /**
   * Reads the database for followers and delivers their news. Its threads end when nobody follows,
   * and are never interrupted: that would close H2's file under a thread that reads.
   */
  static final ScheduledThreadPoolExecutor POOL = pool();

  private Followers() {}

  private static ScheduledThreadPoolExecutor pool() {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "escarole-follow");
              thread.setDaemon(true);
              return thread;
            });
    pool.setKeepAliveTime(5, TimeUnit.SECONDS);
    pool.allowCoreThreadTimeOut(true);
    pool.setRemoveOnCancelPolicy(true);
    return pool;
  }
}
