package dev.escarole.engine.executor;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunMachine;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredHistory;
import dev.escarole.engine.store.StoredTransition;
import dev.escarole.engine.store.database.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The times and attempts of a run, for its result.
 *
 * <p>A step's times are written by the thread that drives the run, except the start of a leaf,
 * which its worker writes before it returns the leaf through the run's mailbox. Attempts may be
 * added by any worker.
 */
final class RunRecord {

  private final RunId id;
  private final Plan plan;
  private final Instant startedAt;
  private final @Nullable Instant[] began;
  private final @Nullable Instant[] ended;
  private final List<RunResult.AttemptReport> earlier = new ArrayList<>();
  private final List<Attempt> attempts = new ArrayList<>();

  RunRecord(RunId id, Plan plan, Instant startedAt) {
    this.id = id;
    this.plan = plan;
    this.startedAt = startedAt;
    this.began = new Instant[plan.steps().size()];
    this.ended = new Instant[plan.steps().size()];
  }

  void restore(StoredHistory history) {
    for (StoredTransition row : history.transitions()) {
      passed(row.stepIndex(), row.state(), row.at());
    }
    history.attempts().stream()
        .sorted(
            Comparator.comparing((StoredAttempt row) -> row.span().startedAt())
                .thenComparing(StoredAttempt::seq))
        .map(this::restored)
        .forEach(earlier::add);
  }

  private RunResult.AttemptReport restored(StoredAttempt row) {
    LeafStep step = (LeafStep) plan.step(row.stepIndex());
    return new RunResult.AttemptReport(
        step.path(),
        row.attempt(),
        step.argv(),
        row.outcome(),
        new RunResult.Span(row.span().startedAt(), row.span().durationMillis()),
        row.stdin().bytes(),
        row.stdin().sha256(),
        row.usage(),
        row.origin());
  }

  /** A running attempt; completed by its worker. */
  static final class Attempt {
    private final Effect.StartLeaf start;
    private final Instant at;
    private volatile @Nullable Ending ending;

    /** The end of an attempt, without its outputs, which are in the store. */
    private record Ending(Outcome outcome, Usage usage, LeafOrigin origin, long durationMillis) {}

    Attempt(Effect.StartLeaf start, Instant at) {
      this.start = start;
      this.at = at;
    }

    long endedAt(Instant end, LeafResult result) {
      long millis = Math.max(0, end.toEpochMilli() - at.toEpochMilli());
      ending = new Ending(result.outcome(), result.usage(), result.origin(), millis);
      return millis;
    }

    /** Empty if it has not ended. */
    private Stream<RunResult.AttemptReport> report() {
      Ending last = ending;
      return last == null
          ? Stream.empty()
          : Stream.of(
              new RunResult.AttemptReport(
                  start.step().path(),
                  start.attempt(),
                  start.step().argv(),
                  last.outcome(),
                  new RunResult.Span(at, last.durationMillis()),
                  start.stdin().size(),
                  start.stdin().sha256(),
                  last.usage(),
                  last.origin()));
    }
  }

  Attempt attemptStarted(Effect.StartLeaf start, Instant at) {
    Attempt attempt = new Attempt(start, at);
    synchronized (attempts) {
      attempts.add(attempt);
    }
    return attempt;
  }

  void stepChanged(Effect.StepChanged change, Instant at) {
    passed(change.step().index(), change.state(), at);
  }

  private void passed(int index, StepState state, Instant at) {
    if (state.isEnded()) {
      ended[index] = at;
    } else if (state != StepState.PENDING && began[index] == null) {
      began[index] = at;
    }
  }

  /** The result of a run that a failure of the engine ends. */
  RunResult broken(RunMachine machine, Throwable failure, Instant at) {
    String reason =
        failure instanceof StoreException
            ? String.valueOf(failure.getMessage())
            : failure.toString();
    return result(
        machine,
        new Effect.RunOver(RunStatus.FAILED, StepResult.broken(reason), Acceptance.NOT_ACCEPTED),
        at);
  }

  RunResult result(RunMachine machine, Effect.RunOver over, Instant at) {
    Content stdout = over.result().stdout();
    return new RunResult(
        id,
        plan.recipeName(),
        plan.hash(),
        over.status(),
        over.acceptance(),
        stdout,
        plan.output(),
        new RunResult.Span(startedAt, at.toEpochMilli() - startedAt.toEpochMilli()),
        machine.joins(),
        failures(machine),
        steps(machine, over),
        attemptReports());
  }

  private List<RunResult.AttemptReport> attemptReports() {
    synchronized (attempts) {
      return Stream.concat(earlier.stream(), attempts.stream().flatMap(Attempt::report)).toList();
    }
  }

  private List<RunResult.StepReport> steps(RunMachine machine, Effect.RunOver over) {
    List<RunResult.StepReport> reports = new ArrayList<>(plan.steps().size());
    for (Step step : plan.steps()) {
      StepResult result = machine.result(step);
      if (result == null && step == plan.root()) {
        // The run was aborted before its root ended.
        result = over.result();
      }
      if (result != null) {
        reports.add(
            new RunResult.StepReport(
                step.path(),
                step.kindWord(),
                step.label(),
                argv(step),
                result.status(),
                result.outcome(),
                result.reason(),
                span(step.index())));
      }
    }
    return reports;
  }

  private RunResult.@Nullable Span span(int index) {
    Instant from = began[index];
    Instant to = ended[index];
    if (from == null || to == null) {
      return null;
    }
    return new RunResult.Span(from, to.toEpochMilli() - from.toEpochMilli());
  }

  private List<RunResult.Failure> failures(RunMachine machine) {
    List<RunResult.Failure> failures = new ArrayList<>();
    for (Step step : plan.steps()) {
      StepResult result = machine.result(step);
      if (result != null && result.isFailure() && failedByItself(step, result, machine)) {
        failures.add(
            new RunResult.Failure(
                step.path(), step.label(), argv(step), result.outcome(), result.stderr().text()));
      }
    }
    // The sort is stable: causes first, then what was stopped because of them.
    failures.sort(Comparator.comparing(failure -> failure.outcome().kind() == Kind.CANCELLED));
    return failures;
  }

  /** True for leaves, and for groups whose failure is not explained by an inner step. */
  private static boolean failedByItself(Step step, StepResult result, RunMachine machine) {
    if (!(step instanceof GroupStep)) {
      return true;
    }
    // Steps that were cancelled with the group do not explain its failure.
    return result.status() != StepStatus.CANCELLED
        && step.children().stream()
            .map(machine::result)
            .noneMatch(
                child ->
                    child != null && child.isFailure() && child.status() != StepStatus.CANCELLED);
  }

  private static List<String> argv(Step step) {
    return step.fold(LeafStep::argv, group -> List.of());
  }
}
