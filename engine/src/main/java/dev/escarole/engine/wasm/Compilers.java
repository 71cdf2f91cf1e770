package dev.escarole.engine.wasm;

import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which this JVM compiles programs: their own, so that no worker is lost to one that
 * nobody waits for any more, and more than there are processors, so that a program which takes long
 * shares the machine with the others instead of holding them up. They end when they have nothing to
 * do.
 *
 * <p>Safe for use by many threads.
 */
final class Compilers {

  private static final int FEWEST = 4;
  private static final long IDLE_SECONDS = 10;
  private static final ThreadPoolExecutor THREADS = threads();

  private Compilers() {}

  /** Does this as soon as a thread is there. */
  static void start(FutureTask<?> task) {
    THREADS.execute(task);
  }

  /** Stops what is under way at the next occasion, and forgets what has not begun. */
  static void cancel(FutureTask<?> task) {
    task.cancel(true);
    THREADS.remove(task);
  }

  private static ThreadPoolExecutor threads() {
    int count = Math.max(FEWEST, 2 * Runtime.getRuntime().availableProcessors());
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Compilers::thread);
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it; work comes before compiling.
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "escarole-compiler");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }
}
