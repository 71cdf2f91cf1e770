package dev.escarole.web.cli.run;

import dev.escarole.engine.run.RunEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the events of a run until a listener is attached: what shows them needs the plan, which is
 * known only once the run was started. Thread-safe.
 */
public final class EventRelay implements Consumer<RunEvent> {

  private final List<RunEvent> waiting = new ArrayList<>();
  private @Nullable Consumer<RunEvent> listener;

  @Override
  public synchronized void accept(RunEvent event) {
    if (listener == null) {
      waiting.add(event);
    } else {
      listener.accept(event);
    }
  }

  /** Hands on what has happened so far, in order, and from now on what happens. */
  synchronized void attach(Consumer<RunEvent> newListener) {
    waiting.forEach(newListener);
    waiting.clear();
    listener = newListener;
  }
}
