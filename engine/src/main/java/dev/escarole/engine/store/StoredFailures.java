package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.FailureCause;
import dev.escarole.engine.run.StepState;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the stored steps of a run that failed by themselves, and why. */
public final class StoredFailures {

  private static final Outcome CANCELLED = Outcome.of(Outcome.Kind.CANCELLED, "was cancelled");

  private StoredFailures() {}

  /**
   * Returns the failures by index of the step, in plan order: failed leaves, and groups that failed
   * although none of their steps did.
   *
   * @param steps all failed ones of the run, and any others, in plan order
   * @param last the last attempt of each failed leaf, by index of the step
   */
  public static Map<Integer, CauseTally.Failed> of(
      Collection<StoredStep> steps, Map<Integer, StoredAttempt> last) {
    Set<Integer> explained = new HashSet<>();
    for (StoredStep step : steps) {
      if (hasFailed(step.progress().state()) && step.parentIndex() != null && !step.recovery()) {
        explained.add(step.parentIndex());
      }
    }
    Map<Integer, CauseTally.Failed> failures = new LinkedHashMap<>();
    for (StoredStep step : steps) {
      int index = step.place().index();
      boolean itself = step.kind().equals("leaf") || !explained.contains(index);
      if (hasFailed(step.progress().state()) && itself) {
        failures.put(index, failed(step, last.get(index)));
      }
    }
    return failures;
  }

  static boolean hasFailed(StepState state) {
    return state == StepState.FAILED || state == StepState.TIMEOUT;
  }

  private static CauseTally.Failed failed(StoredStep step, @Nullable StoredAttempt last) {
    Outcome outcome = outcome(step, last);
    String said = last == null ? null : last.errorLine();
    String line = Objects.requireNonNullElseGet(said, () -> FailureCause.line(outcome, ""));
    return new CauseTally.Failed(
        FailureCause.of(outcome, line, step.argv()),
        step.place().path(),
        step.place().label(),
        step.argv(),
        line);
  }

  /**
   * Returns how a step ended, in the words of its last attempt if that is what it ended with.
   *
   * @param last null if no attempt of it has ended
   */
  public static Outcome outcome(StoredStep step, @Nullable StoredAttempt last) {
    Outcome own = step.progress().end();
    if (last != null && (own == null || own.kind() == last.outcome().kind())) {
      return last.outcome();
    }
    return own == null ? CANCELLED : own;
  }
}
