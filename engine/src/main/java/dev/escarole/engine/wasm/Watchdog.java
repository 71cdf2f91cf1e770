package dev.escarole.engine.wasm;

import dev.escarole.engine.command.Outcome.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread that stops invocations at their deadline. It sleeps until the earliest known
 * deadline; only an invocation with an earlier one wakes it, so a stream of short calls with the
 * same limit is free.
 *
 * <p>Thread-safe.
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
   * Starts to watch the calling thread with this time in nanoseconds, and the same time again for
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

  /** Stops the clock of a watch whose invocation waits for streams. */
  void beginWait(Watch watch) {
    watch.beginWait(now());
  }

  /** Restarts the clock. */
  void endWait(Watch watch) {
    if (watch.endWait(now()) < wakeAt) {
      LockSupport.unpark(thread);
    }
  }

  /** Stops the clock of a watch, within its credit, whose invocation waits for a worker. */
  void beginWaitForWorker(Watch watch) {
    watch.beginWaitForWorker(now());
  }

  /** Restarts the clock. */
  void endWaitForWorker(Watch watch) {
    if (watch.endWaitForWorker(now()) < wakeAt) {
      LockSupport.unpark(thread);
    }
  }

  /** Returns the nanoseconds until the watch's deadline; 0 or less if it has passed. */
  long left(Watch watch) {
    return watch.deadline() - now();
  }

  /** Removes a watch that has ended. */
  void forget(Watch watch) {
    watches.remove(watch);
  }

  /** Stops all running and later invocations; waits for its own thread. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    watches.forEach(Watch::cancel);
    try {
      thread.join();
    } catch (InterruptedException e) {
      // The thread ends by itself soon; do not delay the caller.
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

  /** A watch that was due at this deadline, which may have moved since. */
  private record Late(long deadline, Watch watch) {}

  /**
   * Stops all late invocations and returns the earliest deadline of the others. The earliest is
   * stopped first: an outer guest must not continue with the timeout of its nested command.
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
