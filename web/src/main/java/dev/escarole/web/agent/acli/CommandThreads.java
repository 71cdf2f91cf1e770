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
 * Carries commands out, each on a thread of its own, so many at once and no more.
 *
 * <p>Commands are counted, not threads: one that has ended makes room before anybody hears of its
 * end, while its thread may take a moment to be free. Safe for use by many threads.
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
   * Begins to carry a command out. One that is cancelled keeps its place until it really ends.
   *
   * @throws RejectedExecutionException if there is no place, or this is closed
   */
  <T> Future<T> begin(Callable<T> command) {
    if (!places.tryAcquire()) {
      throw new RejectedExecutionException("as many commands as may be are carried out already");
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
            // One that was cancelled before it began has not left by itself.
            place.leave();
          });
    } catch (RejectedExecutionException e) {
      place.leave();
      throw e;
    }
    return task;
  }

  /** Begins nothing more. */
  @Override
  public void close() {
    pool.shutdown();
  }

  /** What one command takes; it is given back once. */
  private final class Place {
    private final AtomicBoolean left = new AtomicBoolean();

    void leave() {
      if (left.compareAndSet(false, true)) {
        places.release();
      }
    }
  }
}
