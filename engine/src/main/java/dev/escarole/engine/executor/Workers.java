package dev.escarole.engine.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of threads that run leaves in the order in which they became ready.
 *
 * <p>A worker that makes exactly one more leaf ready goes on with it itself: handing it to another
 * thread would cost more than the leaf. After {@value #LONGEST_STREAK} leaves in a row it goes back
 * to the line, so that a long chain does not keep other runs waiting. Thread-safe.
 */
final class Workers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int LONGEST_STREAK = 32;

  /**
   * A guest's calls are calls of the host: one that recurses needs more than Java's usual 1 MiB.
   */
  private static final long STACK_BYTES = 8L << 20;

  /** What stands in the line besides leaves. */
  private enum Signal implements Runnable {
    /** Ends the worker that takes it. */
    END;

    @Override
    public void run() {}
  }

  private final BlockingQueue<Runnable> line = new LinkedBlockingQueue<>();
  private final List<Worker> workers = new ArrayList<>();
  private final AtomicInteger busy = new AtomicInteger();

  Workers(int count) {
    for (int i = 1; i <= count; i++) {
      Worker worker = new Worker("escarole-worker-" + i);
      workers.add(worker);
      worker.start();
    }
  }

  /** Runs the task soon; the line is bounded by the leaves that runs in progress may start. */
  void execute(Runnable task) {
    if (Thread.currentThread() instanceof Worker worker && worker.keep(task, this)) {
      return;
    }
    line.add(task);
  }

  /** Threads of the pool. */
  int count() {
    return workers.size();
  }

  /** Threads that work now. */
  int busy() {
    return busy.get();
  }

  /** Tasks that wait for a thread. */
  int queued() {
    return line.size();
  }

  /** Ends the threads once the tasks in line are done; waits for them. */
  @Override
  public void close() {
    workers.forEach(worker -> line.add(Signal.END));
    boolean interrupted = false;
    for (Worker worker : workers) {
      interrupted |= !joined(worker);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean joined(Worker worker) {
    try {
      worker.join();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** One thread of the pool. */
  private final class Worker extends Thread {

    private @Nullable Runnable next;
    private int streak;

    Worker(String name) {
      super(null, null, name, STACK_BYTES);
    }

    /** Keeps the task for this worker if it belongs to the pool and has none yet. */
    boolean keep(Runnable task, Workers pool) {
      if (pool != Workers.this || next != null || streak >= LONGEST_STREAK) {
        return false;
      }
      next = task;
      return true;
    }

    @Override
    public void run() {
      boolean more = true;
      while (more) {
        more = runOne();
      }
    }

    /** A method of its own: nothing holds a task, and its whole run, while the next is awaited. */
    private boolean runOne() {
      Runnable first = take();
      if (first == Signal.END) {
        return false;
      }
      streak = 0;
      busy.incrementAndGet();
      attempt(first);
      busy.decrementAndGet();
      return true;
    }

    private Runnable take() {
      while (true) {
        try {
          return line.take();
        } catch (InterruptedException e) {
          // A late stop of a leaf that had already ended; the next one must not feel it.
          LOG.debug("A worker was woken without need", e);
        }
      }
    }

    private void attempt(Runnable first) {
      Runnable task = first;
      while (task != null) {
        try {
          task.run();
        } catch (RuntimeException | Error e) {
          LOG.error("BUG: a leaf's task threw; the worker goes on with the next", e);
        }
        task = next;
        next = null;
        streak++;
      }
    }
  }
}
