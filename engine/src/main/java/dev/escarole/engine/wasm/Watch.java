package dev.escarole.engine.wasm;

import dev.escarole.engine.command.Outcome.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Watches one invocation: stops it from another thread by interrupting the worker. The worker ends
 * the watch before it does anything else with its thread, and takes back an interrupt that came
 * from here; the lock makes sure that none comes later.
 */
final class Watch {

  private static final long NEVER = Long.MAX_VALUE;

  private final Thread worker = Thread.currentThread();
  private long deadline;
  private long waitingSince = NEVER;
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

  /** When the invocation is late, which it cannot be while it waits for others. */
  synchronized long deadline() {
    return waitingSince == NEVER ? deadline : NEVER;
  }

  /** Takes the invocation off its clock while it waits for others; the worker calls. */
  synchronized void beginWait(long now) {
    waitingSince = now;
  }

  /** Puts it back on its clock, which stood still meanwhile, and returns the new deadline. */
  synchronized long endWait(long now) {
    deadline += now - waitingSince;
    waitingSince = NEVER;
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
