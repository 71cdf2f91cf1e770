package dev.escarole.web.cli.run;

import dev.escarole.engine.run.RunEvent;
import java.util.function.Consumer;

/** Shows a run while it goes on. Events come one at a time, from any thread. */
interface ProgressView extends Consumer<RunEvent>, AutoCloseable {

  /** Shows nothing. */
  ProgressView NONE = event -> {};

  /** Shows the last of it; nothing is shown afterwards. */
  @Override
  default void close() {}
}
