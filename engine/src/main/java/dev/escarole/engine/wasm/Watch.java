package dev.escarole.engine.wasm;

import dev.escarole.engine.command.Outcome.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Watches one invocation: stops it from another thread by interrupting the worker. The worker ends
 * the watch before it does anything else with its thread, and takes back an interrupt that came
 * from here; the lock makes sure that none comes later.
 */
final class Watch {

  private final Thread worker = Thread.currentThread();
  private final long deadline;
  private boolean ended;
  private @Nullable Kind reason;

  /**
   * Begins to watch the calling thread.
   *
   * @param deadline on the watchdog's own count of nanoseconds
   */
  Watch(long deadline) {
    this.deadline = deadline;
  }

  long deadline() {
    return deadline;
  }

  /** Stops the invocation unless it has ended or is being stopped already. Any thread may call. */
  synchronized void stop(Kind why) {
    if (!ended && reason == null) {
      reason = why;
      worker.interrupt();
    }
  }

  void cancel() {
    stop(Kind.CANCELLED);
  }

  /**
   * Interrupts the worker again if it is to stop; the worker calls. A watch inside this one, on the
   * same thread, may have taken back an interrupt that was meant for both.
   */
  synchronized void renew() {
    if (!ended && reason != null) {
      worker.interrupt();
    }
  }

  /** Ends the watch; the worker calls. Returns why the invocation was stopped, or null. */
  synchronized @Nullable Kind end() {
    ended = true;
    if (reason != null) {
      // Takes back our own interrupt, so that whatever runs next on this thread does not see it.
      boolean unused = Thread.interrupted();
    }
    return reason;
  }
}
