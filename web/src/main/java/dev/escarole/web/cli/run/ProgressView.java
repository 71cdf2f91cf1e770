package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.cli.text.Console;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run while it goes on, wherever it is carried out. It is told one thing at a time, from
 * any thread.
 */
interface ProgressView extends AutoCloseable {

  ProgressView NONE = (index, state, at, until, why) -> {};

  /** A tree that is drawn again in place, if that is wanted and there is a terminal; else lines. */
  static ProgressView of(Console console, StepTree tree, boolean live) {
    return live && console.terminal().stderr()
        ? new LiveProgress(console, tree).open()
        : QueuedProgress.start(console, printed -> new PlainProgress(printed, tree));
  }

  /**
   * A step passed to another state.
   *
   * @param index its place in the tree
   * @param until when it is tried again; null unless it waits for that
   * @param why why it failed or was skipped; empty if there is nothing to say
   */
  void step(int index, StepState state, Instant at, @Nullable Instant until, String why);

  /** Something else happened, which only a log tells. */
  default void tell(String word, String what) {}

  /** Nothing has happened for a while: what was held back is shown. */
  default void pause() {}

  /** Shows the last of it; nothing is shown afterwards. */
  @Override
  default void close() {}
}
