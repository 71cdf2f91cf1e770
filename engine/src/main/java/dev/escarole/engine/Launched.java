package dev.escarole.engine;

import dev.escarole.engine.run.RunId;

/** Result of a launch with a key. */
public sealed interface Launched {

  /** The run, started now or earlier. */
  RunId id();

  /** The run was started now. */
  record Now(RunHandle run) implements Launched {
    @Override
    public RunId id() {
      return run.id();
    }
  }

  /** The run was started earlier, by this engine or another one; it may be over. */
  record Before(RunId id) implements Launched {}
}
