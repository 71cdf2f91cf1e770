package dev.escarole.web.agent.acli;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Executes commands, each on its own thread, up to a maximum number at a time.
 *
 * <p>Commands are counted, not threads: a command that ends releases its slot before its result is
 * reported, while its thread may be busy slightly longer. Thread-safe.
 */
final class CommandThreads implements AutoCloseable {

  private static final long IDLE_SECONDS = 30;

  private final Semaphore places;
  private final AtomicInteger made = new AtomicInteger();
  private final ExecutorService pool =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          this::thread);

  CommandThreads(int most) {
    places = new Semaphore(most);
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, "escarole-cli-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts a command. A cancelled command keeps its slot until it actually ends.
   *
   * @throws RejectedExecutionException if there is no free slot, or this is closed
   */
  <T> Future<T> begin(Callable<T> command) {
    if (!places.tryAcquire()) {
      throw new RejectedExecutionException("the maximum number of commands is already running");
    }
    Place place = new Place();
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              try {
                return command.call();
              } finally {
                place.leave();
              }
            });
    try {
      pool.execute(
          () -> {
            task.run();
            // A command cancelled before its start has not released its slot itself.
            place.leave();
          });
    } catch (RejectedExecutionException e) {
      place.leave();
      throw e;
    }
    return task;
  }

  /** Starts no more commands. */
  @Override
  public void close() {
    pool.shutdown();
  }

  /** The slot of one command; released once. */
  private final class Place {
    private final AtomicBoolean left = new AtomicBoolean();

    void leave() {
      if (left.compareAndSet(false, true)) {
        places.release();
      }
    }
  }
}
