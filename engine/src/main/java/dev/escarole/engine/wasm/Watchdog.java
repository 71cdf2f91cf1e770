package dev.escarole.engine.wasm;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that stops invocations at their deadline. It sleeps until the earliest known
 * deadline; only an invocation with an earlier one wakes it, so a stream of short calls with the
 * same limit is free. Thread-safe.
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
   * @param used nanoseconds of the wall clock that are used up already
   */
  Watch watch(Invocation invocation, long used) {
    long nanos = invocation.limits().wallClock().toNanos() - used;
    return new Watch(nanos, invocation.cancellation());
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

  private void wakeFor(long deadline) {
    if (deadline < wakeAt) {
      LockSupport.unpark(thread);
    }
  }

  private long now() {
    return System.nanoTime() - origin;
  }

  /**
   * Watches one invocation on the thread that creates it: stops it from another thread by
   * interrupting the worker. The worker ends the watch before it reuses its thread and clears an
   * interrupt that came from here; the lock ensures that none comes later.
   */
  final class Watch {

    private final Thread worker = Thread.currentThread();
    private final Cancellation cancellation;
    private final Runnable cancel = this::cancel;
    private long deadline;
    private long waitingSince = NEVER;

    /** The remaining time of waits for a worker that does not count. */
    private long credit;

    private boolean forWorker;
    private boolean ended;
    private @Nullable Kind reason;

    /**
     * @param nanos the time that the invocation has, and the same time again for waits for a worker
     * @param cancellation stops it too
     */
    private Watch(long nanos, Cancellation cancellation) {
      this.credit = nanos;
      this.cancellation = cancellation;
    }

    void begin() {
      deadline = now() + credit;
      watches.add(this);
      if (closed) {
        cancel();
      } else {
        wakeFor(deadline);
      }
      cancellation.attach(cancel);
    }

    private synchronized long deadline() {
      if (waitingSince == NEVER) {
        return deadline;
      }
      return forWorker ? deadline + credit : NEVER;
    }

    /** Returns the nanoseconds until the deadline; 0 or less if it has passed. */
    long left() {
      return deadline() - now();
    }

    /**
     * Stops the clock while the invocation waits; called by the worker.
     *
     * @param worker whether it waits for a worker, within the credit, and not for streams
     */
    synchronized void beginWait(boolean worker) {
      waitingSince = now();
      forWorker = worker;
    }

    void endWait() {
      wakeFor(restarted());
    }

    private synchronized long restarted() {
      long free = now() - waitingSince;
      if (forWorker) {
        free = Math.min(credit, free);
        credit -= free;
      }
      deadline += free;
      waitingSince = NEVER;
      return deadline;
    }

    /** Stops the invocation unless it has ended or is already being stopped. Thread-safe. */
    private synchronized void stop(Kind why) {
      if (!ended && reason == null) {
        reason = why;
        worker.interrupt();
      }
    }

    private void cancel() {
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
    @Nullable Kind end() {
      Kind stopped = ended();
      watches.remove(this);
      cancellation.detach(cancel);
      return stopped;
    }

    private synchronized @Nullable Kind ended() {
      ended = true;
      if (reason != null) {
        // Clear our own interrupt, so that later work on this thread does not see it.
        boolean unused = Thread.interrupted();
      }
      return reason;
    }
  }
}
