package dev.escarole.engine;

import dev.escarole.engine.run.RunId;
import java.util.function.Function;

/** Result of a launch with a key. */
public sealed interface Launched {

  /** The run, started now or earlier. */
  RunId id();

  /** Applies the function for the case. */
  <T> T fold(Function<RunHandle, T> onNow, Function<RunId, T> onBefore);

  /** The run was started now. */
  record Now(RunHandle run) implements Launched {
    @Override
    public RunId id() {
      return run.id();
    }

    @Override
    public <T> T fold(Function<RunHandle, T> onNow, Function<RunId, T> onBefore) {
      return onNow.apply(run);
    }
  }

  /** The run was started earlier, by this engine or another one; it may be over. */
  record Before(RunId id) implements Launched {
    @Override
    public <T> T fold(Function<RunHandle, T> onNow, Function<RunId, T> onBefore) {
      return onBefore.apply(id);
    }
  }
}
