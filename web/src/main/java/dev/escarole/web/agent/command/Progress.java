package dev.escarole.web.agent.command;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.web.agent.acli.Call;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the leaves of a run that have ended, for whoever waits. The run's threads tell of events;
 * the one that waits reports.
 */
final class Progress implements Consumer<RunEvent> {

  private final Set<String> ended = new HashSet<>();
  private @Nullable Join lastJoin;
  private int reported = -1;

  @Override
  public synchronized void accept(RunEvent event) {
    if (event instanceof RunEvent.StepChanged change
        && change.step() instanceof LeafStep
        && change.result() != null) {
      ended.add(change.step().path());
    } else if (event instanceof RunEvent.JoinDecided decided) {
      lastJoin = decided.join();
    }
  }

  /** Reports what is new since the last report. */
  synchronized void report(Call.Progress to, long leaves) {
    if (ended.size() == reported) {
      return;
    }
    reported = ended.size();
    Join join = lastJoin;
    String joined =
        join == null
            ? ""
            : "; join %s: %d of %d branches"
                .formatted(Replies.name(join), join.done(), join.expected());
    to.report(reported, leaves, "%d of %d commands ended%s".formatted(reported, leaves, joined));
  }
}
