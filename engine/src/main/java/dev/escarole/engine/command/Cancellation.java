package dev.escarole.engine.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Handle with which any thread can cancel the invocations it was passed to: running ones stop
 * within 100 ms, later ones do not start. One handle may serve many invocations, such as all leaves
 * of a run. Cancelling is final and idempotent.
 *
 * <p>Thread-safe. Stop actions run on the cancelling thread, after the handle's lock is released,
 * and must neither block nor throw.
 */
public final class Cancellation {

  private final List<Runnable> stops = new ArrayList<>(1);
  private volatile boolean cancelled;

  /** Creates a handle that is not cancelled yet. */
  public Cancellation() {}

  /** Cancels all current and future invocations of this handle. */
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

  /** Returns whether {@link #cancel} was called. */
  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Registers the action that stops one running invocation; called by the runner. An action
   * attached after {@link #cancel} runs at once, on the calling thread.
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

  /** Removes an action, which may still be running or about to run when this returns. */
  public void detach(Runnable stop) {
    synchronized (stops) {
      stops.remove(stop);
    }
  }
}
