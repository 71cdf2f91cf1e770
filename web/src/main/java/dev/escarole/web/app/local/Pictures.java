package dev.escarole.web.app.local;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Consent;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.run.AttemptDetail;
import dev.escarole.web.app.run.AttemptPicture;
import dev.escarole.web.app.run.BranchPicture;
import dev.escarole.web.app.run.ComputedInput;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.HandlePicture;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.LimitsPicture;
import dev.escarole.web.app.run.Losses;
import dev.escarole.web.app.run.ResultText;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepPicture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts stored runs to replies. */
public final class Pictures {

  private Pictures() {}

  /** A run with all that happened in it. */
  public static RunPicture run(RunView run) {
    RunView.Details details = run.details();
    RunView.Result result = run.result();
    Map<String, Join> joins = new HashMap<>();
    details.joins().forEach(join -> joins.put(join.path(), join));
    Map<String, StepState> states = new HashMap<>();
    details.steps().forEach(step -> states.put(step.node().path(), step.state()));
    List<FailurePicture> failures = details.failures().stream().map(Pictures::failure).toList();
    Joins pictures = joins(details.joins(), states);
    return new RunPicture(
        head(run.head()),
        run.exitCode() == null ? null : run.exitCode().code(),
        result == null ? null : result.stdout(),
        result == null ? null : output(result),
        losses(run.acceptance()),
        past(run.past()),
        Causes.of(failures),
        pictures.joins(),
        pictures.branches(),
        failures,
        details.steps().stream().map(step -> step(step, joins.get(step.node().path()))).toList(),
        details.attempts().stream().map(Pictures::attempt).toList(),
        details.handles().stream().map(Pictures::handle).toList());
  }

  private static RunPicture.Output output(RunView.Result result) {
    String value = result.output().value();
    return new RunPicture.Output(
        result.output().selector(), value == null ? result.stdout() : ResultText.of(value));
  }

  /** The summary of a run. */
  public static RunHead head(RunView.Head head) {
    return new RunHead(
        head.run(),
        head.recipe(),
        head.planHash(),
        head.status(),
        head.accepted(),
        head.startedAt(),
        head.durationMillis(),
        head.labels(),
        head.principal(),
        head.counts());
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

  private static RunPicture.Past past(RunView.Past past) {
    return new RunPicture.Past(
        past.resumed(),
        past.rerunOf(),
        past.error(),
        past.ignoredFields(),
        past.computed().stream().map(Pictures::computed).toList());
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
    return new BranchPicture(branch.path(), branch.label(), branch.status(), branch.exitCode());
  }

  private static FailurePicture failure(RunView.FailureView failure) {
    Ending ending = failure.ending();
    return new FailurePicture(
        failure.path(),
        failure.label(),
        failure.argv(),
        ending.outcome(),
        ending.exitCode(),
        ending.remedy(),
        ending.detail(),
        failure.stderr());
  }

  /**
   * A step.
   *
   * @param join its join; null if it has none
   */
  public static StepPicture step(StepFacts step, @Nullable Join join) {
    Ending ending = step.ending();
    return new StepPicture(
        step.node().path(),
        step.node().kind(),
        step.node().label(),
        step.node().argv(),
        Join.word(step.state(), join),
        ending == null ? null : ending.outcome(),
        ending == null ? null : (Integer) ending.exitCode(),
        ending == null ? null : ending.remedy(),
        step.times().startedAt(),
        step.times().durationMillis(),
        step.reason(),
        null,
        null);
  }

  private static AttemptPicture attempt(AttemptView attempt) {
    return new AttemptPicture(
        attempt.path(),
        attempt.attempt(),
        attempt.argv(),
        attempt.ending().outcome(),
        attempt.ending().exitCode(),
        attempt.ending().remedy(),
        attempt.span().startedAt(),
        attempt.span().durationMillis(),
        attempt.input().bytes(),
        attempt.input().sha256(),
        attempt.fuelUsed(),
        attempt.peakMemoryBytes(),
        attempt.reused(),
        attempt.cached());
  }

  /** An attempt and what it left behind; the timeout of its step narrows the limits it had. */
  static AttemptDetail attempt(StoredStep step, StoredAttempt attempt) {
    Limits limits = attempt.usage().limits();
    long timeout = step.controls().timeoutMillis();
    if (limits != null && timeout > 0) {
      limits = limits.narrowedTo(Duration.ofMillis(timeout));
    }
    return new AttemptDetail(
        attempt(AttemptView.of(step, attempt)),
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

  private static HandlePicture handle(RunView.HandleView view) {
    return new HandlePicture(view.path(), view.label(), view.handle(), view.result().plain());
  }
}
