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

  /** How long the invocation may still wait for a worker before that counts as well. */
  private long credit;

  private boolean forWorker;
  private boolean ended;
  private @Nullable Kind reason;

  /**
   * Begins to watch the calling thread.
   *
   * @param deadline on the watchdog's own count of nanoseconds
   * @param credit how long, in all, waits for a worker do not count
   */
  Watch(long deadline, long credit) {
    this.deadline = deadline;
    this.credit = credit;
  }

  /** When the invocation is late, which it cannot be while it waits for others. */
  synchronized long deadline() {
    if (waitingSince == NEVER) {
      return deadline;
    }
    return forWorker ? deadline + credit : NEVER;
  }

  /** Takes it off its clock, as far as its credit goes, while it waits to be worked on. */
  synchronized void beginWaitForWorker(long now) {
    waitingSince = now;
    forWorker = true;
  }

  /** Puts it back on its clock, and returns the new deadline. */
  synchronized long endWaitForWorker(long now) {
    long free = Math.min(credit, now - waitingSince);
    credit -= free;
    deadline += free;
    waitingSince = NEVER;
    forWorker = false;
    return deadline;
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
