package dev.escarole.web.cli.run;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps events until a listener is attached: what shows those of a run needs the plan, which is
 * known only once the run was started. Other runs may be under way in the same engine. Thread-safe.
 */
public final class EventRelay implements Consumer<RunEvent> {

  private final List<RunEvent> waiting = new ArrayList<>();
  private @Nullable Consumer<RunEvent> listener;
  private @Nullable RunId run;

  @Override
  public synchronized void accept(RunEvent event) {
    if (listener == null) {
      waiting.add(event);
    } else if (isOf(run, event)) {
      listener.accept(event);
    }
  }

  /**
   * Compares the texts: the equality of records is linked at its first use, which takes a while.
   */
  private static boolean isOf(@Nullable RunId run, RunEvent event) {
    return run != null && event.run().value().equals(run.value());
  }

  /** Hands on what has happened so far in a run, in order, and from now on what happens. */
  synchronized void attach(RunId newRun, Consumer<RunEvent> newListener) {
    for (RunEvent event : waiting) {
      if (isOf(newRun, event)) {
        newListener.accept(event);
      }
    }
    waiting.clear();
    run = newRun;
    listener = newListener;
  }
}
