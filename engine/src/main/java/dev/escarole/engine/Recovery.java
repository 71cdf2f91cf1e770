package dev.escarole.engine;

import dev.escarole.engine.run.RunEvent;
import java.util.function.Consumer;

/**
 * Treatment of interrupted runs. Immutable.
 *
 * @param atOpen whether they are resumed when the next engine is opened
 * @param listener receives every event of resumed runs; called on the runs' threads, so it must be
 *     quick
 */
public record Recovery(boolean atOpen, Consumer<RunEvent> listener) {

  /** Resumes them when the engine is opened. */
  public static Recovery automatic() {
    return new Recovery(true, event -> {});
  }

  /** Leaves them until each is resumed with {@link Engine#resume}. */
  public static Recovery onRequest() {
    return new Recovery(false, event -> {});
  }

  public Recovery withListener(Consumer<RunEvent> newListener) {
    return new Recovery(atOpen, newListener);
  }
}
