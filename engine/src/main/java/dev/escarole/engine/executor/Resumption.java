package dev.escarole.engine.executor;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.BrokenHistoryException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.News;
import dev.escarole.engine.run.RestoredRun;
import dev.escarole.engine.run.RunHistory;
import dev.escarole.engine.run.RunReplay;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.RunStore;
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
 * A run that is not over, ready to go on where its record ends. Used once.
 *
 * @param history what is on record of it
 * @param restored its machine, and what is to be done
 */
public record Resumption(StoredHistory history, RestoredRun restored) {

  /**
   * Rebuilds the machine of a run from its rows.
   *
   * @param now from when on the remaining time of timers counts
   * @throws BrokenHistoryException if the rows contradict the plan or lack a content
   */
  public static Resumption of(RunStore store, Launch launch, StoredHistory history, Instant now) {
    RunHistory told = told(store, launch.plan(), launch.stdin(), history);
    return new Resumption(history, RunReplay.of(launch.id(), launch.plan(), told, now));
  }

  /**
   * What is on record of a run, as its machine is told it.
   *
   * @param stdin what the run was started with
   * @throws BrokenHistoryException while it is told, if the rows lack a content
   */
  public static RunHistory told(RunStore store, Plan plan, Content stdin, StoredHistory history) {
    return new RunHistory(
        stdin, news(store, history, plan), changes(history, plan), history.joins());
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

  /** The news in order; each output is read when its turn comes, and is not held here. */
  private static Iterable<News> news(RunStore store, StoredHistory history, Plan plan) {
    List<Told> rows = new ArrayList<>();
    history.attempts().forEach(row -> rows.add(new Told(row.seq(), () -> ended(store, row, plan))));
    history.signals().forEach(row -> rows.add(new Told(row.seq(), () -> signal(row, plan))));
    rows.sort(Comparator.comparingLong(Told::seq));
    return () -> rows.stream().map(row -> row.news().get()).iterator();
  }

  private record Told(long seq, Supplier<News> news) {}

  private static News ended(RunStore store, StoredAttempt row, Plan plan) {
    if (!(step(plan, row.stepIndex()) instanceof LeafStep leaf)) {
      throw new BrokenHistoryException(
          "an attempt of step %d is on record, which runs no command".formatted(row.stepIndex()));
    }
    // Only a failure's diagnosis is ever read again.
    Content stderr =
        StepStatus.of(row.outcome(), leaf.controls().successCodes()).isFailure()
            ? content(store, row.stderr(), leaf)
            : Content.EMPTY;
    Content stdout = content(store, row.stdout(), leaf);
    LeafResult result = new LeafResult(row.outcome(), stdout, stderr, row.usage(), row.origin());
    return new News.LeafEnded(leaf, row.attempt(), result);
  }

  private static Content content(RunStore store, ContentRef ref, LeafStep leaf) {
    return store
        .contentParts(ref.sha256())
        .map(Content::of)
        .orElseThrow(
            () ->
                new BrokenHistoryException(
                    "the output %s of step %s is not in the database"
                        .formatted(ref.sha256(), leaf.path())));
  }

  private static News signal(StoredSignal row, Plan plan) {
    Integer index = row.stepIndex();
    if (index == null) {
      return new News.RunCancelled();
    }
    Step step = step(plan, index);
    return switch (row.kind()) {
      case DELAY -> new News.TimerElapsed(step, Effect.Timer.DELAY);
      case RETRY -> new News.TimerElapsed(step, Effect.Timer.RETRY);
      case BUDGET -> new News.TimerElapsed(step, Effect.Timer.BUDGET);
      case CANCEL -> new News.StepCancelled(step);
    };
  }

  private static Step step(Plan plan, int index) {
    if (index < 0 || index >= plan.steps().size()) {
      throw new BrokenHistoryException(
          "step %d is on record, but the plan has only %d steps"
              .formatted(index, plan.steps().size()));
    }
    return plan.step(index);
  }
}
