package dev.escarole.web.live;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.EventData.OneRun;
import dev.escarole.web.app.run.EventData.OneStep;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.StepPicture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of one run. */
final class RunFeed extends Feed {

  private static final String PENDING = "pending";

  /** Larger changes are told in several events, so that none is long. */
  private static final int STEPS_PER_EVENT = 500;

  private final Map<String, StepPicture> steps = new LinkedHashMap<>();
  private final Map<String, JoinPicture> joins = new LinkedHashMap<>();
  private RunHead head;
  private RunNews latest = new RunNews(List.of(), List.of(), null, null, null);

  RunFeed(String stream, long keptBytes, RunHead head) {
    super(stream, keptBytes);
    this.head = head;
  }

  @Override
  Following follow(Escarole escarole, Runnable wake) {
    RunName run = new RunName(head.run());
    RunHead now = escarole.head(run);
    synchronized (this) {
      head = now;
    }
    return escarole.follow(
        run,
        news -> {
          hear(news);
          wake.run();
        });
  }

  /**
   * Takes in what happened. The first news of a subscription hold everything: they make the first
   * snapshot, and later they are compared with what is known.
   */
  synchronized void hear(RunNews news) {
    if (isOver()) {
      return;
    }
    List<OneStep> changed = new ArrayList<>();
    for (StepPicture step : news.steps()) {
      if (!step.equals(steps.put(step.path(), step))) {
        changed.add(OneStep.of(step));
      }
    }
    List<JoinPicture> decided =
        news.joins().stream().filter(join -> !join.equals(joins.put(join.path(), join))).toList();
    boolean wasInterrupted = latest.end() != null;
    latest = new RunNews(List.of(), decided, news.counts(), news.end(), news.error());
    RunHead end = news.end();
    if (isReady()) {
      tellDeltas(changed, end == null || end.hasEnded() || wasInterrupted ? null : end);
    }
    ready();
    if (end != null && end.hasEnded()) {
      head = end;
      tellEnd(seq -> OneRun.end(seq, end, news.counts(), news.error()));
    }
  }

  /**
   * @param interrupted the run, if it was interrupted since the previous news; else null
   */
  private void tellDeltas(List<OneStep> changed, @Nullable RunHead interrupted) {
    if (changed.isEmpty() && latest.joins().isEmpty() && interrupted == null) {
      return;
    }
    int from = 0;
    do {
      int to = Math.min(changed.size(), from + STEPS_PER_EVENT);
      List<OneStep> part = List.copyOf(changed.subList(from, to));
      boolean last = to == changed.size();
      tell(
          "delta",
          seq ->
              OneRun.delta(
                  seq,
                  head.run(),
                  last && interrupted != null ? interrupted.status() : null,
                  latest.counts(),
                  part,
                  last ? latest.joins() : List.of()));
      from = to;
    } while (from < changed.size());
  }

  @Override
  Object snapshotData(long seq) {
    List<OneStep> begun =
        steps.values().stream()
            .filter(step -> !step.status().equals(PENDING))
            .map(OneStep::of)
            .toList();
    RunHead end = latest.end();
    return OneRun.snapshot(
        seq, end == null ? head : end, latest.counts(), begun, List.copyOf(joins.values()));
  }
}
