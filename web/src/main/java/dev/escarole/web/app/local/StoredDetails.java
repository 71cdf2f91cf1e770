package dev.escarole.web.app.local;

import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredFailures;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.run.AttemptPicture;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.HandlePicture;
import dev.escarole.web.app.run.StepPicture;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Reads what happened in one run; used once, by one thread. */
final class StoredDetails {

  /** Most bytes of diagnosis that a failure shows. */
  private static final int MAX_STDERR = 16 * 1024;

  private final RunRecords records;
  private final List<StoredStep> steps;
  private final List<StoredAttempt> attempts;
  private final Map<String, Join> joins;
  private final List<HandlePicture> handles;
  private final Map<Integer, StoredAttempt> lastAttempts = new HashMap<>();

  /** Steps below which another step failed, and was not only stopped. */
  private final Set<Integer> explained = new HashSet<>();

  StoredDetails(RunRecords records, RunId id) {
    this.records = records;
    this.steps = records.steps(id);
    this.attempts = new ArrayList<>(records.attempts(id));
    attempts.forEach(attempt -> lastAttempts.put(attempt.stepIndex(), attempt));
    this.joins = WholeRuns.byPath(records.joins(id));
    this.handles = HandleResults.of(records, steps, attempts);
    attempts.sort(
        Comparator.comparing((StoredAttempt attempt) -> attempt.span().startedAt())
            .thenComparing(StoredAttempt::seq));
    steps.stream()
        .filter(StoredDetails::isFailure)
        .filter(step -> step.progress().state() != StepState.CANCELLED)
        .forEach(this::explainParent);
  }

  /** The joins in plan order; a parallel node that was tried again shows its last one. */
  List<Join> joins() {
    return steps.stream()
        .map(step -> joins.get(step.place().path()))
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /** Attempts in the order of their starts. */
  List<AttemptPicture> attempts() {
    return attempts.stream()
        .map(each -> Pictures.attempt(steps.get(each.stepIndex()), each))
        .toList();
  }

  /** The results of the last calls of handles, in plan order. */
  List<HandlePicture> handles() {
    return handles;
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
  List<StepPicture> steps() {
    List<StepPicture> pictures = new ArrayList<>(steps.size());
    Set<Integer> unneeded = new HashSet<>();
    for (StoredStep step : steps) {
      boolean idle = step.progress().state() == StepState.PENDING;
      boolean inRecovery = step.recovery() || unneeded.contains(step.parentIndex());
      if (idle && inRecovery) {
        unneeded.add(step.place().index());
      } else {
        pictures.add(Pictures.step(step, joins.get(step.place().path())));
      }
    }
    return pictures;
  }

  /** What failed by itself, cancelled steps last. */
  List<FailurePicture> failures() {
    return steps.stream()
        .filter(step -> isFailure(step) && failedByItself(step))
        .sorted(Comparator.comparing(step -> step.progress().state() == StepState.CANCELLED))
        .map(this::failure)
        .toList();
  }

  /** Failures with their causes; steps that were only stopped are left out. */
  Collection<CauseTally.Failed> causes() {
    return StoredFailures.of(steps, lastAttempts).values();
  }

  private boolean failedByItself(StoredStep step) {
    return step.kind().equals("leaf")
        || (step.progress().state() != StepState.CANCELLED
            && !explained.contains(step.place().index()));
  }

  private FailurePicture failure(StoredStep step) {
    StoredAttempt last = lastAttempts.get(step.place().index());
    return Pictures.failure(
        step.place().path(),
        step.place().label(),
        step.argv(),
        StoredFailures.outcome(step, last),
        last == null ? "" : stderr(last));
  }

  private String stderr(StoredAttempt attempt) {
    byte[] bytes = records.contentPart(attempt.stderr(), 0, MAX_STDERR).orElse(new byte[0]);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static boolean isFailure(StoredStep step) {
    return switch (step.progress().state()) {
      case FAILED, TIMEOUT, CANCELLED -> true;
      case PENDING,
          DELAYED,
          QUEUED,
          AWAITING,
          WAITING,
          RUNNING,
          RECOVERING,
          STOPPING,
          DONE,
          SKIPPED ->
          false;
    };
  }
}
