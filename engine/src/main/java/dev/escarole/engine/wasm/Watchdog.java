package dev.escarole.engine.wasm;

import dev.escarole.engine.command.Outcome.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * One daemon thread that stops invocations whose time is up. It sleeps until the earliest deadline
 * that it knows; only an invocation with an even earlier one wakes it, so a stream of short calls
 * under the same limit costs it nothing.
 *
 * <p>Safe for use by many threads.
 */
final class Watchdog implements AutoCloseable {

  private static final long NEVER = Long.MAX_VALUE;

  private final long origin = System.nanoTime();
  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
  private final Thread thread = new Thread(this::guard, "escarole-watchdog");
  private volatile long wakeAt = NEVER;
  private volatile boolean closed;

  Watchdog() {
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Begins to watch the calling thread, which has this long, in nanoseconds, and as long again for
   * waits for a worker.
   */
  Watch begin(long nanos) {
    Watch watch = new Watch(now() + nanos, nanos);
    watches.add(watch);
    if (closed) {
      watch.cancel();
    } else if (watch.deadline() < wakeAt) {
      LockSupport.unpark(thread);
    }
    return watch;
  }

  /** Stops the clock of a watch whose invocation waits for others. */
  void beginWait(Watch watch) {
    watch.beginWait(now());
  }

  /** Lets the clock run again. */
  void endWait(Watch watch) {
    if (watch.endWait(now()) < wakeAt) {
      LockSupport.unpark(thread);
    }
  }

  /** Stops the clock of a watch, within bounds, whose invocation waits for a worker. */
  void beginWaitForWorker(Watch watch) {
    watch.beginWaitForWorker(now());
  }

  /** Lets the clock run again. */
  void endWaitForWorker(Watch watch) {
    if (watch.endWaitForWorker(now()) < wakeAt) {
      LockSupport.unpark(thread);
    }
  }

  /** How many nanoseconds are left until the watch's deadline; 0 or less if it has passed. */
  long left(Watch watch) {
    return watch.deadline() - now();
  }

  /** Forgets a watch that has ended. */
  void forget(Watch watch) {
    watches.remove(watch);
  }

  /** Stops everything under way and everything that begins later; waits for its own thread. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    watches.forEach(Watch::cancel);
    try {
      thread.join();
    } catch (InterruptedException e) {
      // The thread ends by itself in a moment; the caller is in more of a hurry.
      Thread.currentThread().interrupt();
    }
  }

  private void guard() {
    while (!closed) {
      wakeAt = NEVER;
      long earliest = stopLate();
      wakeAt = earliest;
      if (earliest == NEVER) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, earliest - now());
      }
    }
  }

  /** A watch whose time was up at this deadline, which may have moved since. */
  private record Late(long deadline, Watch watch) {}

  /**
   * Stops whoever is late and returns the earliest deadline of the others. Who is late first is
   * stopped first: that is the guest around a nested one, which must not go on with the answer that
   * the nested one was late.
   */
  private long stopLate() {
    long now = now();
    long earliest = NEVER;
    List<Late> late = new ArrayList<>();
    for (Watch watch : watches) {
      long deadline = watch.deadline();
      if (deadline <= now) {
        late.add(new Late(deadline, watch));
      } else {
        earliest = Math.min(earliest, deadline);
      }
    }
    late.sort(Comparator.comparingLong(Late::deadline));
    late.forEach(each -> each.watch().stop(Kind.TIMED_OUT));
    return earliest;
  }

  private long now() {
    return System.nanoTime() - origin;
  }
}
