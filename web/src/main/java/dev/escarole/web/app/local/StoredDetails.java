package dev.escarole.web.app.local;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what happened in one run; used once, by one thread. */
final class StoredDetails {

  /** Most bytes of diagnosis that a failure shows. */
  private static final int MAX_STDERR = 16 * 1024;

  private static final Ending CANCELLED =
      Ending.of(Outcome.of(Outcome.Kind.CANCELLED, "was cancelled"));

  private final RunStore store;
  private final RunId id;
  private final List<StoredStep> steps;
  private final List<StoredAttempt> attempts;
  private final List<RunView.HandleView> handles;
  private final Map<Integer, StoredAttempt> lastAttempts = new HashMap<>();

  /** Steps below which another step failed, and was not only stopped. */
  private final Set<Integer> explained = new HashSet<>();

  StoredDetails(RunStore store, RunId id) {
    this.store = store;
    this.id = id;
    this.steps = store.steps(id);
    this.attempts = new ArrayList<>(store.attempts(id));
    attempts.forEach(attempt -> lastAttempts.put(attempt.stepIndex(), attempt));
    this.handles = HandleResults.of(store, steps, attempts);
    attempts.sort(
        Comparator.comparing((StoredAttempt attempt) -> attempt.span().startedAt())
            .thenComparing(StoredAttempt::seq));
    steps.stream()
        .filter(StoredDetails::isFailure)
        .filter(step -> step.progress().state() != StepState.CANCELLED)
        .forEach(this::explainParent);
  }

  RunView.Details read() {
    return new RunView.Details(
        joins(), failures(), stepViews(), attempts.stream().map(this::attempt).toList(), handles);
  }

  /** The joins in plan order; a parallel node that was tried again shows its last one. */
  List<Join> joins() {
    Map<String, Join> byPath = new HashMap<>();
    store.joins(id).forEach(join -> byPath.put(join.path(), join));
    return steps.stream()
        .map(step -> byPath.get(step.place().path()))
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /** The state of each step, by its path. */
  Map<String, StepState> states() {
    Map<String, StepState> states = new HashMap<>();
    steps.forEach(step -> states.put(step.place().path(), step.progress().state()));
    return states;
  }

  private void explainParent(StoredStep step) {
    Integer parent = step.parentIndex();
    if (parent != null && !step.recovery()) {
      explained.add(parent);
    }
  }

  /** Recoveries that were not needed are left out, as a run's own result does. */
  private List<StepFacts> stepViews() {
    List<StepFacts> views = new ArrayList<>(steps.size());
    Set<Integer> unneeded = new HashSet<>();
    for (StoredStep step : steps) {
      boolean idle = step.progress().state() == StepState.PENDING;
      boolean inRecovery = step.recovery() || unneeded.contains(step.parentIndex());
      if (idle && inRecovery) {
        unneeded.add(step.place().index());
      } else {
        views.add(view(step));
      }
    }
    return views;
  }

  static StepFacts view(StoredStep step) {
    StoredStep.Progress progress = step.progress();
    return new StepFacts(
        new StepFacts.Node(step.place().path(), step.kind(), step.place().label(), step.argv()),
        progress.state(),
        ending(progress),
        progress.reason(),
        times(progress));
  }

  private static StepFacts.Times times(StoredStep.Progress progress) {
    return progress.startedAt() == null && progress.endedAt() != null
        ? StepFacts.Times.NEVER_BEGAN
        : new StepFacts.Times(
            progress.startedAt(), StoredRuns.millis(progress.startedAt(), progress.endedAt()));
  }

  private static @Nullable Ending ending(StoredStep.Progress progress) {
    String outcome = progress.outcome();
    Integer exitCode = progress.exitCode();
    String reason = progress.reason();
    return outcome == null || exitCode == null
        ? null
        : new Ending(outcome, exitCode, reason == null ? "" : reason);
  }

  private AttemptView attempt(StoredAttempt attempt) {
    return AttemptView.of(steps.get(attempt.stepIndex()), attempt);
  }

  private List<RunView.FailureView> failures() {
    return steps.stream()
        .filter(step -> isFailure(step) && failedByItself(step))
        .sorted(Comparator.comparing(step -> step.progress().state() == StepState.CANCELLED))
        .map(this::failure)
        .toList();
  }

  private boolean failedByItself(StoredStep step) {
    return step.kind().equals("leaf")
        || (step.progress().state() != StepState.CANCELLED
            && !explained.contains(step.place().index()));
  }

  private RunView.FailureView failure(StoredStep step) {
    StoredAttempt last = lastAttempts.get(step.place().index());
    return new RunView.FailureView(
        step.place().path(),
        step.place().label(),
        step.argv(),
        ending(step, last),
        last == null ? "" : stderr(last));
  }

  /** The step's ending, in the words of its last attempt if that is what it ended with. */
  private static Ending ending(StoredStep step, @Nullable StoredAttempt last) {
    Ending own = ending(step.progress());
    if (last != null && (own == null || own.outcome().equals(last.outcome().word()))) {
      return Ending.of(last.outcome());
    }
    return own == null ? CANCELLED : own;
  }

  private String stderr(StoredAttempt attempt) {
    byte[] bytes =
        store.reports().contentPart(attempt.stderr().sha256(), 0, MAX_STDERR).orElse(new byte[0]);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static boolean isFailure(StoredStep step) {
    return switch (step.progress().state()) {
      case FAILED, TIMEOUT, CANCELLED -> true;
      case PENDING, DELAYED, QUEUED, WAITING, RUNNING, RECOVERING, STOPPING, DONE, SKIPPED -> false;
    };
  }
}
