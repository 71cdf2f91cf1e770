package dev.escarole.web.app.run;

import java.util.Optional;

/** Somebody follows a run. Thread-safe. */
public interface Following extends AutoCloseable {

  /**
   * Waits for the run's end; news have been told by then.
   *
   * @throws InterruptedException if this thread is interrupted; the run goes on
   */
  RunHead await() throws InterruptedException;

  /**
   * Waits for the run's end for a while.
   *
   * @return how it ended; empty if it goes on
   */
  Optional<RunHead> await(java.time.Duration most) throws InterruptedException;

  /** Hears no more; the run goes on. */
  @Override
  void close();
}
