package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.StepPicture;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the ended leaves of a run for progress reports. Events arrive on another thread; the
 * waiting thread reports.
 */
final class Progress implements Consumer<RunNews> {

  private final Set<String> leaves = new HashSet<>();
  private final Set<String> ended = new HashSet<>();
  private @Nullable JoinPicture lastJoin;
  private int reported = -1;

  @Override
  public synchronized void accept(RunNews news) {
    for (StepPicture step : news.steps()) {
      if (step.kind().equals("leaf")) {
        leaves.add(step.path());
        if (step.outcome() != null) {
          ended.add(step.path());
        }
      }
    }
    if (!news.joins().isEmpty()) {
      lastJoin = news.joins().get(news.joins().size() - 1);
    }
  }

  /** Reports changes since the last report. */
  synchronized void report(Call.Progress to) {
    if (ended.size() == reported || leaves.isEmpty()) {
      return;
    }
    reported = ended.size();
    JoinPicture join = lastJoin;
    String joined =
        join == null
            ? ""
            : "; join %s: %d of %d branches"
                .formatted(Replies.name(join), join.done(), join.expected());
    to.report(
        reported,
        leaves.size(),
        "%d of %d commands ended%s".formatted(reported, leaves.size(), joined));
  }
}
