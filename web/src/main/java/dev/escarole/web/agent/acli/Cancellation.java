package dev.escarole.web.agent.acli;

import java.util.ArrayList;
import java.util.List;

/** Whether a caller has given up. Thread-safe. */
public final class Cancellation {

  private final List<Runnable> listeners = new ArrayList<>();
  private boolean cancelled;

  /** Cancels; listeners are called once, on this thread. */
  public void cancel() {
    List<Runnable> hearing;
    synchronized (this) {
      cancelled = true;
      hearing = List.copyOf(listeners);
      listeners.clear();
    }
    hearing.forEach(Runnable::run);
  }

  /** Calls the listener when the caller gives up, or at once if it has. */
  public void onCancel(Runnable listener) {
    synchronized (this) {
      if (!cancelled) {
        listeners.add(listener);
        return;
      }
    }
    listener.run();
  }

  public synchronized boolean isCancelled() {
    return cancelled;
  }
}
