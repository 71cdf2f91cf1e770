package dev.escarole.engine;

import dev.escarole.engine.run.RunEvent;
import java.util.function.Consumer;

/**
 * What becomes of runs whose engine went away before they were over. Immutable.
 *
 * @param atOpen whether they go on as soon as the next engine is opened
 * @param listener hears every event of runs that go on so; called by the runs' own threads, so be
 *     quick
 */
public record Recovery(boolean atOpen, Consumer<RunEvent> listener) {

  /** They go on when the engine is opened. */
  public static Recovery automatic() {
    return new Recovery(true, event -> {});
  }

  /** They stay as they are until somebody asks for each with {@link Engine#resume}. */
  public static Recovery onRequest() {
    return new Recovery(false, event -> {});
  }

  public Recovery withListener(Consumer<RunEvent> newListener) {
    return new Recovery(atOpen, newListener);
  }
}
