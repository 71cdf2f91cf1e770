package dev.escarole.web.app.run;

import dev.escarole.web.app.RefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A subscription to the news of a run, or of all runs. Thread-safe. */
public interface Following extends AutoCloseable {

  /**
   * Completes when no more news come: with the run's end, exceptionally if the run cannot be
   * followed any more, or cancelled by {@link #close}.
   */
  CompletableFuture<RunHead> end();

  /**
   * Waits for the run's end; all news have been delivered by then.
   *
   * @throws InterruptedException if this thread is interrupted; the run goes on
   * @throws CancellationException if this subscription is closed
   * @throws RefusedException if the run cannot be followed any more
   */
  default RunHead await() throws InterruptedException {
    try {
      return end().get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RefusedException refused
          ? refused
          : new CompletionException(e.getCause());
    }
  }

  /**
   * Waits for the run's end for at most this long.
   *
   * @return how it ended; empty if it goes on, or this subscription is closed
   */
  default Optional<RunHead> await(Duration most) throws InterruptedException {
    try {
      return Optional.of(end().get(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException | CancellationException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(await());
    }
  }

  /** Ends the subscription; the run goes on. */
  @Override
  void close();
}
