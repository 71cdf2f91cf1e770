package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredTransition;
import dev.escarole.web.page.draw.Segment;
import dev.escarole.web.page.draw.Tick;
import dev.escarole.web.page.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Turns what happened to steps into stretches of a time axis, in per mille of it. Immutable.
 *
 * @param start where the axis begins
 * @param millis how long it is, at least 1
 */
record Segments(Instant start, long millis) {

  private static final double WHOLE = 1000;

  /** What is shorter is drawn so long, or nobody would see it. */
  private static final double SHORTEST = 2;

  static Segments of(RunRecord record) {
    Instant start = record.run().startedAt();
    return new Segments(start, Math.max(1, Duration.between(start, record.until()).toMillis()));
  }

  /**
   * The stretches of one step. The time in which a leaf was to run and no worker had taken it up
   * counts as queued, so its tries are drawn over that.
   *
   * @param state the word of the state that the step has come to, as its lane says it
   */
  List<Segment> of(Node node, String state, Instant until) {
    List<Segment> segments = new ArrayList<>();
    List<StoredTransition> transitions = node.transitions();
    for (int i = 0; i < transitions.size(); i++) {
      StoredTransition from = transitions.get(i);
      StoredTransition to = i + 1 < transitions.size() ? transitions.get(i + 1) : null;
      if (!from.state().isEnded() && from.state() != StepState.PENDING) {
        Instant end = to == null ? until : takenUp(node, from, to.at());
        String word = word(node, from.state(), to);
        boolean last = to != null && to.state().isEnded() && word.equals(to.state().word());
        segments.add(segment(last ? state : word, from.at(), end, ""));
      }
    }
    for (StoredAttempt attempt : node.attempts()) {
      Instant began = attempt.span().startedAt();
      String word = StepStatus.of(attempt.outcome(), node.step().controls().successCodes()).word();
      Instant ended = began.plusMillis(attempt.span().durationMillis());
      segments.add(segment(word, began, ended, "try " + attempt.attempt() + ": "));
    }
    return segments;
  }

  /** A leaf waits in its running state until a worker begins its next try. */
  private static Instant takenUp(Node node, StoredTransition from, Instant end) {
    if (from.state() != StepState.RUNNING) {
      return end;
    }
    return node.attempts().stream()
        .map(attempt -> attempt.span().startedAt())
        .filter(start -> !start.isBefore(from.at()) && start.isBefore(end))
        .findFirst()
        .orElse(end);
  }

  private static String word(Node node, StepState state, @Nullable StoredTransition next) {
    if (state != StepState.RUNNING || next == null) {
      return state.word();
    }
    if (node.isLeaf()) {
      return StepState.QUEUED.word();
    }
    boolean again = next.state() == StepState.WAITING || next.state() == StepState.RECOVERING;
    return again
        ? StepState.FAILED.word()
        : next.state().isEnded() ? next.state().word() : state.word();
  }

  /** One stretch for several steps: from when the first began until the last ended. */
  List<Segment> of(List<Node> nodes, Instant until) {
    Instant first = null;
    Instant last = start;
    for (Node node : nodes) {
      Instant began = node.step().progress().startedAt();
      if (began == null) {
        continue;
      }
      first = first == null || began.isBefore(first) ? began : first;
      Instant ended = node.step().progress().endedAt();
      Instant end = ended == null ? until : ended;
      last = end.isAfter(last) ? end : last;
    }
    String word = nodes.get(0).state().word();
    return first == null ? List.of() : List.of(segment(word, first, last, nodes.size() + " "));
  }

  private Segment segment(String word, Instant from, Instant to, String what) {
    double x = Math.min(WHOLE - SHORTEST, place(from));
    double width = Math.max(SHORTEST, Math.min(WHOLE, place(to)) - x);
    String title = what + word + ", " + Words.duration(Words.millis(from, to));
    return new Segment(word, percent(x), percent(width), title);
  }

  private double place(Instant at) {
    return Math.max(0, WHOLE * Duration.between(start, at).toMillis() / millis);
  }

  private static String percent(double perMille) {
    return String.format(Locale.ROOT, "%.2f%%", perMille / 10);
  }

  /** Marks at round times. */
  List<Tick> ticks() {
    long step = 1;
    long[] factors = {2, 5, 10};
    long unit = 1;
    for (int i = 0; millis / step > 6; i++) {
      step = unit * factors[i % factors.length];
      unit = i % factors.length == factors.length - 1 ? step : unit;
    }
    List<Tick> ticks = new ArrayList<>();
    for (long at = 0; at <= millis - step / 3; at += step) {
      ticks.add(new Tick(percent(WHOLE * at / millis), label(at)));
    }
    return ticks;
  }

  private static String label(long at) {
    return at == 0 ? "0" : Words.duration(at);
  }
}
