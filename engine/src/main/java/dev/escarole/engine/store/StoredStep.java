package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.Place;
import dev.escarole.engine.plan.RunFacts;
import dev.escarole.engine.run.StepState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A step of a run's plan and its progress. Immutable.
 *
 * @param parentIndex index of its group, or of the step that it recovers; null for the root
 * @param kind {@code leaf}, {@code sequence} or {@code parallel}
 * @param recovery whether it is the root of a recovery
 * @param argv command name and arguments; empty for a group
 * @param handle settings of a leaf that calls a handle; null for all others
 * @param skipReason why the plan skips it, or null if it is to run
 */
public record StoredStep(
    Place place,
    @Nullable Integer parentIndex,
    String kind,
    boolean recovery,
    List<String> argv,
    @Nullable HandleSetting handle,
    Controls controls,
    @Nullable String skipReason,
    Progress progress) {

  public StoredStep {
    argv = List.copyOf(argv);
  }

  /** Returns this step with the facts of its run filled in. */
  StoredStep at(RunFacts facts) {
    if (!RunFacts.areIn(place, argv, handle)) {
      return this;
    }
    return new StoredStep(
        facts.in(place),
        parentIndex,
        kind,
        recovery,
        facts.in(argv),
        facts.in(handle),
        controls,
        skipReason,
        progress);
  }

  StoredStep with(Progress newProgress) {
    return new StoredStep(
        place, parentIndex, kind, recovery, argv, handle, controls, skipReason, newProgress);
  }

  /**
   * Progress of a step, as of the last committed transition.
   *
   * @param outcome word of the outcome, if the step has ended
   * @param exitCode exit code, if it has ended
   * @param reason why it was skipped or stopped, or null
   * @param startedAt when it last started, or null
   * @param endedAt when it ended, or null
   */
  public record Progress(
      StepState state,
      @Nullable String outcome,
      @Nullable Integer exitCode,
      @Nullable String reason,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt) {

    static final Progress NONE = new Progress(StepState.PENDING, null, null, null, null, null);

    /** How it ended, with the reason as detail; null if it has not. */
    public @Nullable Outcome end() {
      if (outcome == null || exitCode == null) {
        return null;
      }
      Outcome.Kind kind = Outcome.Kind.valueOf(outcome.toUpperCase(Locale.ROOT));
      return new Outcome(kind, exitCode, reason == null ? "" : reason);
    }

    /** Returns the progress after one more transition. */
    Progress after(StoredTransition next) {
      boolean afresh = next.state() == StepState.PENDING;
      boolean works = next.state() == StepState.RUNNING || next.state() == StepState.AWAITING;
      boolean began = startedAt == null && works;
      Instant start = afresh ? null : began ? next.at() : startedAt;
      Instant end = next.state().isEnded() ? next.at() : null;
      return new Progress(next.state(), next.outcome(), next.exitCode(), next.reason(), start, end);
    }
  }
}
