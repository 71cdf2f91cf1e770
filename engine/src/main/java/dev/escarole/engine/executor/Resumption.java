package dev.escarole.engine.executor;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.BrokenHistoryException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunHistory;
import dev.escarole.engine.run.RunHistory.MachineEvent;
import dev.escarole.engine.run.RunReplay;
import dev.escarole.engine.run.RunReplay.RestoredRun;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredHistory;
import dev.escarole.engine.store.StoredTransition;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.journal.StoredSignal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An unfinished run, ready to be resumed. Used once.
 *
 * @param history its recorded history
 * @param restored its machine and pending effects
 */
public record Resumption(StoredHistory history, RestoredRun restored) {

  /**
   * Rebuilds the machine of a run from its rows in the database.
   *
   * @param now start of the remaining time of timers
   * @throws BrokenHistoryException if the rows contradict the plan or a content is missing
   */
  public static Resumption of(
      RunRecords records, Launch launch, StoredHistory history, Instant now) {
    RunHistory recorded = recorded(records, launch.plan(), launch.stdin(), history);
    return new Resumption(history, RunReplay.of(launch.id(), launch.plan(), recorded, now));
  }

  /**
   * The recorded history of a run, for its machine.
   *
   * @param stdin the run's input
   * @throws BrokenHistoryException during iteration, if a content is missing
   */
  public static RunHistory recorded(
      RunRecords records, Plan plan, Content stdin, StoredHistory history) {
    return new RunHistory(
        stdin, news(records, history, plan), changes(history, plan), history.joins());
  }

  private static Map<Integer, List<RunHistory.Change>> changes(StoredHistory history, Plan plan) {
    Map<Integer, List<RunHistory.Change>> changes = new HashMap<>();
    for (StoredTransition row : history.transitions()) {
      boolean leaf = step(plan, row.stepIndex()) instanceof LeafStep;
      if (!(leaf && row.state() == StepState.RUNNING)) {
        changes
            .computeIfAbsent(row.stepIndex(), unused -> new ArrayList<>())
            .add(new RunHistory.Change(row.state(), row.at()));
      }
    }
    return changes;
  }

  /** The events in order; each output is read on demand and not kept here. */
  private static Iterable<MachineEvent> news(RunRecords records, StoredHistory history, Plan plan) {
    List<Row> rows = new ArrayList<>();
    history
        .attempts()
        .forEach(row -> rows.add(new Row(row.seq(), () -> ended(records, row, plan))));
    history.signals().forEach(row -> rows.add(new Row(row.seq(), () -> signal(row, plan))));
    rows.sort(Comparator.comparingLong(Row::seq));
    return () -> rows.stream().map(row -> row.news().get()).iterator();
  }

  private record Row(long seq, Supplier<MachineEvent> news) {}

  private static MachineEvent ended(RunRecords records, StoredAttempt row, Plan plan) {
    if (!(step(plan, row.stepIndex()) instanceof LeafStep leaf)) {
      throw new BrokenHistoryException(
          "there is a recorded attempt of step %d, which runs no command"
              .formatted(row.stepIndex()));
    }
    // The stderr of successful attempts is not needed.
    Content stderr =
        StepStatus.of(row.outcome(), leaf.controls().successCodes()).isFailure()
            ? content(records, row.stderr(), leaf)
            : Content.EMPTY;
    Content stdout = content(records, row.stdout(), leaf);
    LeafResult result = new LeafResult(row.outcome(), stdout, stderr, row.usage(), row.origin());
    return new MachineEvent.LeafEnded(leaf, row.attempt(), result);
  }

  private static Content content(RunRecords records, ContentRef ref, LeafStep leaf) {
    return records
        .contentParts(ref)
        .map(Content::of)
        .orElseThrow(
            () ->
                new BrokenHistoryException(
                    "the output %s of step %s is not in the database"
                        .formatted(ref.sha256(), leaf.path())));
  }

  private static MachineEvent signal(StoredSignal row, Plan plan) {
    Integer index = row.stepIndex();
    if (index == null) {
      return new MachineEvent.RunCancelled();
    }
    Step step = step(plan, index);
    return row.kind() == StoredSignal.Kind.CANCEL
        ? new MachineEvent.StepCancelled(step)
        : new MachineEvent.TimerElapsed(step, Effect.Timer.valueOf(row.kind().name()));
  }

  private static Step step(Plan plan, int index) {
    if (index < 0 || index >= plan.steps().size()) {
      throw new BrokenHistoryException(
          "there is a record of step %d, but the plan has only %d steps"
              .formatted(index, plan.steps().size()));
    }
    return plan.step(index);
  }
}
