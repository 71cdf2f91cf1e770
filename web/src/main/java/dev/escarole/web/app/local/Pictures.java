package dev.escarole.web.app.local;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;
import dev.escarole.engine.launch.QueuePlace;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Consent;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.run.AttemptDetail;
import dev.escarole.web.app.run.AttemptPicture;
import dev.escarole.web.app.run.BranchPicture;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.ComputedInput;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.LimitsPicture;
import dev.escarole.web.app.run.Losses;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.StepPicture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills the replies about runs: each in this one place, from rows or from what a run in this
 * process has left.
 */
public final class Pictures {

  private Pictures() {}

  /** The summary of a stored run. */
  static RunHead head(
      StoredRun run, RunStatus status, @Nullable RunCounts counts, @Nullable QueuePlace queue) {
    return new RunHead(
        run.id().value(),
        run.recipe(),
        run.planHash(),
        status,
        run.accepted(),
        run.startedAt(),
        millis(run.startedAt(), run.endedAt()),
        run.labels(),
        run.principal(),
        run.counts() == null ? counts : run.counts(),
        queue,
        null,
        mainCauses(run.causes()));
  }

  private static List<Cause> mainCauses(List<CauseTally> causes) {
    return Cause.of(causes.subList(0, Math.min(RunHead.MOST_CAUSES, causes.size())));
  }

  /** The summary of a run that has just ended here. */
  static RunHead head(RunResult run, WholeRuns.Begun begun, RunCounts counts) {
    return new RunHead(
        run.run().value(),
        run.recipe(),
        run.planHash(),
        run.status(),
        run.accepted(),
        run.span().startedAt(),
        run.span().durationMillis(),
        begun.labels(),
        begun.principal(),
        counts,
        null,
        null,
        mainCauses(run.causes()));
  }

  private static @Nullable Long millis(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? null : Duration.between(from, to).toMillis();
  }

  static Losses losses(@Nullable Acceptance acceptance) {
    if (acceptance == null) {
      return Losses.NONE;
    }
    return new Losses(
        acceptance.losses().stream().map(Pictures::loss).toList(),
        acceptance.lossCount(),
        acceptance.readsFromFailure().stream()
            .map(
                read ->
                    new Losses.FailureRead(read.step(), read.command(), read.from(), read.cut()))
            .toList(),
        acceptance.readCount());
  }

  private static Losses.Loss loss(Acceptance.Loss loss) {
    Consent consent = loss.consent();
    return new Losses.Loss(
        loss.path(),
        loss.label(),
        loss.command(),
        loss.outcome(),
        loss.exitCode(),
        loss.error(),
        consent == null ? null : consent.word());
  }

  static ComputedInput computed(Computation computed) {
    return new ComputedInput(
        computed.name(),
        computed.durationMillis(),
        computed.bytes(),
        computed.sha256(),
        computed.calls().stream()
            .map(
                call ->
                    new ComputedInput.Call(
                        call.argv(),
                        call.outcome(),
                        call.exitCode(),
                        call.durationMillis(),
                        call.cached()))
            .toList(),
        computed.callCount());
  }

  /**
   * Joins with their branches.
   *
   * @param states of the nodes that were joined, by their paths
   */
  public static Joins joins(List<Join> joins, Map<String, StepState> states) {
    List<BranchPicture> branches = new ArrayList<>();
    for (Join join : joins) {
      join.branches().forEach(branch -> branches.add(branch(branch)));
    }
    return new Joins(
        joins.stream().map(join -> join(join, states.get(join.path()))).toList(), branches);
  }

  /**
   * One join.
   *
   * @param state of its node; null counts as done
   */
  public static JoinPicture join(Join join, @Nullable StepState state) {
    Join.Verdict verdict = join.verdict();
    return new JoinPicture(
        join.path(),
        join.label(),
        join.expected(),
        join.done(),
        join.failed(),
        join.skipped(),
        join.coverage(),
        join.degraded(),
        join.usable(),
        join.usableBranches(),
        Join.word(state == null ? StepState.DONE : state, join),
        join.minimum(),
        verdict == null ? null : verdict.word());
  }

  private static BranchPicture branch(Join.Branch branch) {
    return new BranchPicture(
        branch.path(), branch.label(), branch.status(), branch.exitCode(), branch.usable());
  }

  /**
   * A failure.
   *
   * @param argv empty if a group failed by itself
   */
  static FailurePicture failure(
      String path, @Nullable String label, List<String> argv, Outcome outcome, String stderr) {
    return new FailurePicture(
        path,
        label,
        argv,
        outcome.word(),
        outcome.exitCode(),
        remedy(outcome),
        outcome.detail(),
        stderr);
  }

  /** What to do about the limit that ended it; null if none did. */
  static @Nullable String remedy(@Nullable Outcome outcome) {
    Remedy remedy = outcome == null ? null : Remedy.of(outcome.kind());
    return remedy == null ? null : remedy.text();
  }

  /**
   * A stored step.
   *
   * @param join its join; null if it has none
   */
  static StepPicture step(StoredStep step, @Nullable Join join) {
    StoredStep.Progress now = step.progress();
    Outcome end = now.end();
    boolean neverBegan = now.startedAt() == null && now.endedAt() != null;
    return new StepPicture(
        step.place().path(),
        step.kind(),
        step.place().label(),
        step.argv(),
        Join.word(now.state(), join),
        end == null ? null : end.word(),
        end == null ? null : (Integer) end.exitCode(),
        remedy(end),
        now.startedAt(),
        neverBegan ? (Long) 0L : millis(now.startedAt(), now.endedAt()),
        now.reason(),
        null,
        null);
  }

  /** Likewise, of a run that has just ended here. */
  static StepPicture step(RunResult.StepReport step, @Nullable Join join) {
    Outcome end = step.outcome();
    RunResult.Span span = step.span();
    return new StepPicture(
        step.path(),
        step.kind(),
        step.label(),
        step.argv(),
        Join.word(StepState.valueOf(step.status().name()), join),
        end.word(),
        end.exitCode(),
        remedy(end),
        span == null ? null : span.startedAt(),
        span == null ? 0L : span.durationMillis(),
        step.reason(),
        null,
        null);
  }

  /** A stored attempt of a step. */
  static AttemptPicture attempt(StoredStep step, StoredAttempt attempt) {
    return new AttemptPicture(
        step.place().path(),
        attempt.attempt(),
        step.argv(),
        attempt.outcome().word(),
        attempt.outcome().exitCode(),
        remedy(attempt.outcome()),
        attempt.span().startedAt(),
        attempt.span().durationMillis(),
        attempt.stdin().bytes(),
        attempt.stdin().sha256(),
        attempt.fuelUsed(),
        attempt.usage().peakMemoryBytes(),
        attempt.origin() == LeafOrigin.REUSED,
        attempt.origin() == LeafOrigin.CACHED);
  }

  /** Likewise, of a run that has just ended here. */
  static AttemptPicture attempt(RunResult.AttemptReport attempt) {
    return new AttemptPicture(
        attempt.path(),
        attempt.attempt(),
        attempt.argv(),
        attempt.outcome().word(),
        attempt.outcome().exitCode(),
        remedy(attempt.outcome()),
        attempt.span().startedAt(),
        attempt.span().durationMillis(),
        attempt.stdinBytes(),
        attempt.stdinSha256(),
        attempt.fuelUsed(),
        attempt.usage().peakMemoryBytes(),
        attempt.origin() == LeafOrigin.REUSED,
        attempt.origin() == LeafOrigin.CACHED);
  }

  /** An attempt and what it left behind; the timeout of its step narrows the limits it had. */
  static AttemptDetail detail(StoredStep step, StoredAttempt attempt) {
    Limits limits = attempt.usage().limits();
    long timeout = step.controls().timeoutMillis();
    if (limits != null && timeout > 0) {
      limits = limits.narrowedTo(Duration.ofMillis(timeout));
    }
    return new AttemptDetail(
        attempt(step, attempt),
        StepStatus.of(attempt.outcome(), step.controls().successCodes()),
        attempt.outcome().detail(),
        attempt.stdout().bytes(),
        attempt.stdout().sha256(),
        attempt.stderr().bytes(),
        attempt.stderr().sha256(),
        limits == null ? null : limits(limits));
  }

  /** Limits of a call. */
  public static LimitsPicture limits(Limits limits) {
    return new LimitsPicture(
        limits.wallClock().toMillis(),
        limits.fuel(),
        limits.memoryBytes(),
        limits.stdinBytes(),
        limits.argvBytes(),
        limits.outputBytes());
  }
}
