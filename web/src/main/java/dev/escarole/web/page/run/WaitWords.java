package dev.escarole.web.page.run;

import dev.escarole.web.app.run.RunTimeline.Period;
import dev.escarole.web.app.run.RunTimeline.TimedStep;
import dev.escarole.web.app.run.RunTimeline.WorkerWaits;
import dev.escarole.web.page.run.RunRecord.Link;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits of leaves for a worker, in words. */
public final class WaitWords {

  /** Shorter waits are told on the page of a step only. */
  private static final long WORTH_TELLING_MILLIS = 1_000;

  private WaitWords() {}

  /**
   * How the leaves of a run waited.
   *
   * @param sentence ends before the link, if there is one
   * @param longest the leaf that waited longest; null if none waited for long
   */
  public record Summary(String sentence, @Nullable Link longest) {}

  /** How the leaves of a run waited; null if it is over and none waited for long. */
  static @Nullable Summary of(RunRecord record) {
    WorkerWaits waits = record.timeline().workerWaits();
    if (waits == null || waits.longestMillis() < WORTH_TELLING_MILLIS) {
      return record.isOver() ? null : new Summary("No step has waited long for a worker.", null);
    }
    String longest = ", the longest for " + Words.duration(waits.longestMillis()) + ":";
    String sentence =
        waits.now() > 0
            ? Words.count(waits.now(), "step waits", "steps wait")
                + " for a worker; of all that waited"
                + longest
            : Words.count(waits.leaves(), "step", "steps") + " waited for a worker" + longest;
    Node node = record.node(waits.longest()).orElse(null);
    Link link = node == null ? null : new Link(Words.brief(node.name(), 60), record.address(node));
    return new Summary(sentence, link);
  }

  /** How long a leaf waited in all its attempts; null if it did not wait, or waits now. */
  static @Nullable Long ended(TimedStep step) {
    List<Period> waits = step.waits();
    return waits.isEmpty() || waitsSince(step) != null ? null : (Long) total(waits);
  }

  /** Since when a leaf waits; null if it does not. */
  static @Nullable Instant waitsSince(TimedStep step) {
    return step.waits().stream()
        .filter(wait -> wait.to() == null)
        .map(Period::from)
        .findFirst()
        .orElse(null);
  }

  private static long total(List<Period> waits) {
    return waits.stream().mapToLong(wait -> millis(wait.from(), wait.to())).sum();
  }

  private static long millis(Instant from, @Nullable Instant to) {
    Long millis = Words.millis(from, to);
    return millis == null ? 0 : millis;
  }

  /** What a lane says of a leaf's waits; empty if it did not wait for long. */
  static String note(TimedStep step) {
    Instant since = waitsSince(step);
    if (since != null) {
      return "waits for a worker";
    }
    Long waited = ended(step);
    return waited == null || waited < WORTH_TELLING_MILLIS
        ? ""
        : "waited " + Words.duration(waited) + " for a worker";
  }

  /** What a lane says of the waits of several leaves; empty if none waited for long. */
  static String note(List<Node> nodes, Instant until) {
    long longest = 0;
    for (Node node : nodes) {
      for (Period wait : node.step().waits()) {
        Instant end = wait.to();
        longest = Math.max(longest, millis(wait.from(), end == null ? until : end));
      }
    }
    return longest < WORTH_TELLING_MILLIS
        ? ""
        : "waited up to " + Words.duration(longest) + " for a worker";
  }
}
