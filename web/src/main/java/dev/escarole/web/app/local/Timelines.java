package dev.escarole.web.app.local;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredFailures;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.StoredTransition;
import dev.escarole.engine.store.WorkerWait;
import dev.escarole.web.app.local.history.WaitReading;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture.HttpUse;
import dev.escarole.web.app.run.RunTimeline;
import dev.escarole.web.app.run.RunTimeline.Period;
import dev.escarole.web.app.run.RunTimeline.TimedStep;
import dev.escarole.web.app.run.StepPicture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the timeline of one stored run. Used once, by one thread. */
final class Timelines {

  private final RunRecords records;
  private final StoredRun run;
  private final List<StoredStep> steps;
  private final Map<String, Join> joins = new HashMap<>();

  /** By path of a branch that has been joined. */
  private final Map<String, Boolean> usable = new HashMap<>();

  private final List<List<StoredTransition>> transitions = new ArrayList<>();
  private final List<List<StoredAttempt>> attempts = new ArrayList<>();

  /** By index of the step. */
  private final Map<Integer, CauseTally.Failed> failures;

  private final WaitReading waits;

  private Timelines(
      RunRecords records, StoredRun run, RunHead head, Supplier<Plan> plan, Instant now) {
    this.records = records;
    this.run = run;
    this.steps = records.steps(run.id());
    for (int i = 0; i < steps.size(); i++) {
      transitions.add(new ArrayList<>(4));
      attempts.add(new ArrayList<>(1));
    }
    List<StoredTransition> changes = records.transitions(run.id());
    changes.forEach(each -> transitions.get(each.stepIndex()).add(each));
    List<StoredAttempt> ended = records.attempts(run.id());
    ended.forEach(each -> attempts.get(each.stepIndex()).add(each));
    records.joins(run.id()).forEach(join -> joins.put(join.path(), join));
    joins
        .values()
        .forEach(join -> join.branches().forEach(each -> usable.put(each.path(), each.usable())));
    Map<Integer, StoredAttempt> last = new HashMap<>();
    attempts.forEach(tried -> tried.forEach(attempt -> last.put(attempt.stepIndex(), attempt)));
    this.failures = StoredFailures.of(steps, last);
    WorkerWait.Stored stored =
        new WorkerWait.Stored(
            run, changes, ended, records.signals(run.id()), records.resumes(run.id()));
    this.waits = WaitReading.of(stored, head, plan, now);
  }

  /**
   * Makes the timeline.
   *
   * @param plan of the run, asked for only if anything has happened in it
   */
  static RunTimeline of(
      RunRecords records,
      StoredRun run,
      RunHead head,
      @Nullable HttpUse http,
      Supplier<Plan> plan,
      Instant now) {
    return new Timelines(records, run, head, plan, now).timeline(head, http, now);
  }

  private RunTimeline timeline(RunHead head, @Nullable HttpUse http, Instant now) {
    Acceptance acceptance = records.acceptance(run.id()).orElse(null);
    return new RunTimeline(
        head,
        now,
        records.resumes(run.id()).size(),
        run.stdoutSha256() == null || run.status() == RunStatus.EXPIRED ? run.error() : null,
        run.stdoutSha256(),
        run.output().value(),
        Pictures.losses(acceptance),
        firstCause(),
        http,
        waits.summary(steps),
        Cause.ofFailures(failures.values()),
        joinPictures(),
        steps.stream().map(this::timed).toList());
  }

  private List<JoinPicture> joinPictures() {
    List<JoinPicture> pictures = new ArrayList<>();
    for (StoredStep step : steps) {
      Join join = joins.get(step.place().path());
      if (join != null) {
        pictures.add(Pictures.join(join, step.progress().state()));
      }
    }
    return pictures;
  }

  private @Nullable String firstCause() {
    return steps.stream()
        .filter(step -> step.kind().equals("leaf") && hasFailed(step))
        .min(
            Comparator.comparing(
                    (StoredStep step) ->
                        Objects.requireNonNullElse(step.progress().endedAt(), Instant.MAX))
                .thenComparing(step -> step.place().index()))
        .map(step -> step.place().path())
        .orElse(null);
  }

  private static boolean hasFailed(StoredStep step) {
    StepState state = step.progress().state();
    return state == StepState.FAILED || state == StepState.TIMEOUT;
  }

  private TimedStep timed(StoredStep step) {
    List<StoredAttempt> tried = attempts.get(step.place().index());
    CauseTally.Failed failed = failures.get(step.place().index());
    StepPicture picture = Pictures.step(step, joins.get(step.place().path()));
    return new TimedStep(
        picture,
        step.progress().state(),
        step.skipReason(),
        step.kind().equals("parallel") ? PlanPictures.control(step.controls()) : null,
        tried.isEmpty() ? null : tried.get(tried.size() - 1).stdin().sha256(),
        tried.isEmpty() ? null : (Long) tried.get(tried.size() - 1).stdout().bytes(),
        failed == null ? null : failed.cause().key(),
        usable.get(step.place().path()),
        periods(step, picture.status(), tried));
  }

  private List<Period> periods(StoredStep step, String status, List<StoredAttempt> tried) {
    List<StoredTransition> passed = transitions.get(step.place().index());
    List<Period> periods = new ArrayList<>(passed.size());
    for (int i = 0; i < passed.size(); i++) {
      StoredTransition from = passed.get(i);
      StoredTransition next = i + 1 < passed.size() ? passed.get(i + 1) : null;
      if (!from.state().isEnded() && from.state() != StepState.PENDING && !told(step, from, next)) {
        String word = word(from.state(), next);
        boolean last = next != null && next.state().isEnded() && word.equals(next.state().word());
        Instant to = end(step, from.at(), next == null ? null : next.at());
        periods.add(new Period(last ? status : word, from.at(), to, null));
      }
    }
    periods.addAll(waits.of(step.place().index()));
    for (StoredAttempt attempt : tried) {
      Instant began = attempt.span().startedAt();
      String word = StepStatus.of(attempt.outcome(), step.controls().successCodes()).word();
      Instant ended = began.plusMillis(attempt.span().durationMillis());
      periods.add(new Period(word, began, ended, attempt.attempt()));
    }
    return periods;
  }

  /** A delay, a pause or a wait for a place ends when nothing but a worker is missing. */
  private @Nullable Instant end(StoredStep step, Instant from, @Nullable Instant to) {
    for (Period wait : waits.of(step.place().index())) {
      if (!wait.from().isBefore(from) && (to == null || wait.from().isBefore(to))) {
        return wait.from();
      }
    }
    return to;
  }

  /** Whether an attempt tells more of a period: what a command, or somebody's answer, came to. */
  private static boolean told(
      StoredStep step, StoredTransition from, @Nullable StoredTransition next) {
    boolean runs = from.state() == StepState.RUNNING && step.kind().equals("leaf");
    return next != null && (runs || from.state() == StepState.AWAITING);
  }

  /** The word for the time between two transitions. */
  private static String word(StepState state, @Nullable StoredTransition next) {
    if (state != StepState.RUNNING || next == null) {
      return state.word();
    }
    boolean again = next.state() == StepState.WAITING || next.state() == StepState.RECOVERING;
    if (again) {
      return StepState.FAILED.word();
    }
    return next.state().isEnded() ? next.state().word() : state.word();
  }
}
