package dev.escarole.web.cli;

import dev.escarole.engine.run.RunEvent;
import java.util.function.Consumer;

/** Shows a run while it goes on. Events come one at a time, from any thread. */
interface Progress extends Consumer<RunEvent>, AutoCloseable {

  /** Shows nothing. */
  Progress NONE = event -> {};

  /** Shows the last of it; nothing is shown afterwards. */
  @Override
  default void close() {}
}
