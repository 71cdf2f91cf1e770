package dev.escarole.engine.executor;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the threads come from that run leaves. Thread-safe. */
final class WorkerThreads {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

  /**
   * Guest calls use the host's stack, so recursive guests need more than Java's default of 1 MiB.
   */
  private static final long STACK_BYTES = 8L << 20;

  private final @Nullable Executor executor;
  private final AtomicInteger made = new AtomicInteger();
  private final Set<Thread> own = ConcurrentHashMap.newKeySet();
  private volatile boolean toldRefusal;

  /**
   * @param executor of the host; null for threads of its own
   */
  WorkerThreads(@Nullable Executor executor) {
    this.executor = executor;
  }

  /** Whether they stay when there is no work. */
  boolean areOwn() {
    return executor == null;
  }

  /** Starts a thread of its own. */
  void start(Runnable worker) {
    String name = "escarole-worker-" + made.incrementAndGet();
    Thread thread = new Thread(null, () -> run(worker), name, STACK_BYTES);
    own.add(thread);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      own.remove(thread);
      throw e;
    }
  }

  private void run(Runnable worker) {
    try {
      worker.run();
    } finally {
      own.remove(Thread.currentThread());
    }
  }

  /** Waits for the ends of its own threads, also of those that are started meanwhile. */
  void join() {
    boolean interrupted = false;
    while (!own.isEmpty()) {
      for (Thread thread : own) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has the executor run this; on a thread of its own if it refuses. */
  void lend(Runnable worker) {
    try {
      if (executor != null) {
        executor.execute(worker);
        return;
      }
    } catch (RuntimeException e) {
      if (!toldRefusal) {
        toldRefusal = true;
        LOG.warn(
            "The executor of the host refuses to run commands; the engine starts threads of its"
                + " own instead: {}",
            e.toString());
      }
    }
    start(worker);
  }
}
