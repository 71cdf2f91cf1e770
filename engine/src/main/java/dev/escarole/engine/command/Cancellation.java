package dev.escarole.engine.command;

import java.util.ArrayList;
import java.util.List;

/**
 * A handle by which any thread can stop the invocations it was given to: running ones stop within
 * 100 ms, later ones do not start. One handle may serve many invocations, such as all leaves of a
 * run. Cancelling is final and may be repeated.
 *
 * <p>Safe for use by many threads. Stop actions run on the cancelling thread, after the handle's
 * lock is released, and must neither block nor throw.
 */
public final class Cancellation {

  private final List<Runnable> stops = new ArrayList<>(1);
  private volatile boolean cancelled;

  /** Creates a handle that is not cancelled. */
  public Cancellation() {}

  /** Stops everything that runs under this handle, now and in future. */
  public void cancel() {
    List<Runnable> now;
    synchronized (stops) {
      if (cancelled) {
        return;
      }
      cancelled = true;
      now = List.copyOf(stops);
      stops.clear();
    }
    now.forEach(Runnable::run);
  }

  /** Says whether {@link #cancel} was called. */
  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Registers what stops one running invocation; a runner calls this. An action that is attached
   * after {@link #cancel} runs at once, on the calling thread.
   */
  public void attach(Runnable stop) {
    synchronized (stops) {
      if (!cancelled) {
        stops.add(stop);
        return;
      }
    }
    stop.run();
  }

  /** Forgets an action, which may still be running or about to run when this returns. */
  public void detach(Runnable stop) {
    synchronized (stops) {
      stops.remove(stop);
    }
  }
}
