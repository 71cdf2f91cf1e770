package dev.escarole.web.agent.acli;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Executes commands, each on its own thread, up to a maximum number at a time.
 *
 * <p>Commands are counted, not threads: a command that ends releases its slot before its result is
 * reported, while its thread may be busy slightly longer. Thread-safe.
 */
final class CommandThreads implements AutoCloseable {

  private final Semaphore places;
  private final AtomicInteger made = new AtomicInteger();
  private final ExecutorService pool = Executors.newCachedThreadPool(this::thread);

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
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      pool.execute(
          () -> {
            Runnable report = run(command, result);
            places.release();
            report.run();
          });
    } catch (RejectedExecutionException e) {
      places.release();
      throw e;
    }
    return result;
  }

  /** Runs a command unless it was cancelled before; the returned action reports its result. */
  private static <T> Runnable run(Callable<T> command, CompletableFuture<T> result) {
    if (result.isDone()) {
      return () -> {};
    }
    try {
      T value = command.call();
      return () -> result.complete(value);
    } catch (Throwable e) {
      return () -> result.completeExceptionally(e);
    }
  }

  /** Starts no more commands. */
  @Override
  public void close() {
    pool.shutdown();
  }
}
