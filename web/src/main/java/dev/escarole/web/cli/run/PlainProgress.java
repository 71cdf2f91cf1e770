package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports a run line by line, for logs and pipes: its start, the end of each leaf and branch, each
 * failed attempt that is tried again, and each join; of many skipped steps, how many. Confined to
 * whoever tells it.
 */
final class PlainProgress implements ProgressView {

  private static final int WORD_COLUMNS = 10;

  private final Console console;
  private final StepTree tree;
  private final Map<Integer, Instant> began = new HashMap<>();
  private final SkippedSteps skipped;

  PlainProgress(Console console, StepTree tree) {
    this.console = console;
    this.tree = tree;
    this.skipped = new SkippedSteps(tree, what -> line(StepState.SKIPPED.word(), what));
  }

  @Override
  public void tell(String word, String what) {
    skipped.say();
    line(word, what);
  }

  @Override
  public void pause() {
    skipped.say();
  }

  @Override
  public void close() {
    skipped.end();
  }

  private void line(String word, String what) {
    console.say(word + " ".repeat(Math.max(0, WORD_COLUMNS - word.length())) + what);
  }

  @Override
  public void step(int index, StepState state, Instant at, @Nullable Instant until, String why) {
    if (!state.isEnded()) {
      if (until != null) {
        tell("waiting", tree.name(index) + ": next attempt in " + time(at, until));
      } else if (state == StepState.AWAITING) {
        tell(state.word(), tree.name(index) + ": " + why);
      }
      if (state != StepState.PENDING) {
        began.putIfAbsent(index, at);
      }
      return;
    }
    Instant start = began.remove(index);
    if (!tree.isLeaf(index) && !tree.isBranch(index)) {
      return;
    }
    if (state == StepState.SKIPPED) {
      skipped.add(index, why);
    } else {
      String time = start == null ? "" : " (" + time(start, at) + ")";
      String reason = why.isEmpty() ? "" : ": " + why;
      tell(TextFormat.plain(state.word()), tree.name(index) + time + reason);
    }
  }

  private static String time(Instant from, Instant to) {
    // The two may be times of two machines.
    return TextFormat.duration(Math.max(0, Duration.between(from, to).toMillis()));
  }
}
