package dev.escarole.engine.wasm;

import dev.escarole.engine.command.Outcome.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Watches one invocation: stops it from another thread by interrupting the worker. The worker ends
 * the watch before it reuses its thread and clears an interrupt that came from here; the lock
 * ensures that none comes later.
 */
final class Watch {

  private static final long NEVER = Long.MAX_VALUE;

  private final Thread worker = Thread.currentThread();
  private long deadline;
  private long waitingSince = NEVER;

  /** The remaining time of waits for a worker that does not count. */
  private long credit;

  private boolean forWorker;
  private boolean ended;
  private @Nullable Kind reason;

  /**
   * Starts to watch the calling thread.
   *
   * @param deadline in the watchdog's nanoseconds
   * @param credit total time of waits for a worker that does not count
   */
  Watch(long deadline, long credit) {
    this.deadline = deadline;
    this.credit = credit;
  }

  /** The deadline; none while the clock is stopped. */
  synchronized long deadline() {
    if (waitingSince == NEVER) {
      return deadline;
    }
    return forWorker ? deadline + credit : NEVER;
  }

  /** Stops the clock, within the credit, while waiting for a worker. */
  synchronized void beginWaitForWorker(long now) {
    waitingSince = now;
    forWorker = true;
  }

  /** Restarts the clock and returns the new deadline. */
  synchronized long endWaitForWorker(long now) {
    long free = Math.min(credit, now - waitingSince);
    credit -= free;
    deadline += free;
    waitingSince = NEVER;
    forWorker = false;
    return deadline;
  }

  /** Stops the clock while the invocation waits for streams; called by the worker. */
  synchronized void beginWait(long now) {
    waitingSince = now;
  }

  /** Restarts the stopped clock and returns the new deadline. */
  synchronized long endWait(long now) {
    deadline += now - waitingSince;
    waitingSince = NEVER;
    return deadline;
  }

  /** Stops the invocation unless it has ended or is already being stopped. Thread-safe. */
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
   * Interrupts the worker again if it must stop; called by the worker. A nested watch on the same
   * thread may have cleared an interrupt that was meant for both.
   */
  synchronized void renew() {
    if (!ended && reason != null) {
      worker.interrupt();
    }
  }

  /** Ends the watch; called by the worker. Returns why the invocation was stopped, or null. */
  synchronized @Nullable Kind end() {
    ended = true;
    if (reason != null) {
      // Clear our own interrupt, so that later work on this thread does not see it.
      boolean unused = Thread.interrupted();
    }
    return reason;
  }
}
