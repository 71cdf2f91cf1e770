package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.ReadyLeaves;
import dev.escarole.engine.run.ReadyLeaves.Ready;
import dev.escarole.engine.run.ReadyLeaves.TimedEvent;
import dev.escarole.engine.run.RunHistory.MachineEvent;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.journal.StoredSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Time that a leaf was ready and waited for a worker, or for the quota of its principal. Delays,
 * retry pauses, earlier steps and limits of branches at once are not part of it, nor is the time in
 * which no engine executed the run. Immutable.
 *
 * @param step index of the leaf in the plan
 * @param attempt number of the attempt in the whole run, from 1
 * @param to when a worker began it; null if none has
 */
public record WorkerWait(int step, int attempt, Instant from, @Nullable Instant to) {

  /** Shorter waits are within the accuracy of what is stored, and are left out. */
  public static final Duration SHORTEST = Duration.ofMillis(100);

  /** Stands for an output that is not empty; what it says does not matter here. */
  private static final Content SOMETHING = Content.of("x");

  /**
   * What is stored of a run, as {@link RunRecords} returns it.
   *
   * @param resumes when it was resumed
   */
  public record Stored(
      StoredRun run,
      List<StoredTransition> transitions,
      List<StoredAttempt> attempts,
      List<StoredSignal> signals,
      List<StoredResume> resumes) {}

  /**
   * Returns the waits of a run, in the order in which they began.
   *
   * @param live whether an engine executes the run, so that leaves may wait now
   */
  public static List<WorkerWait> of(Stored stored, Plan plan, boolean live, Instant now) {
    Map<Attempt, Instant> began = new HashMap<>();
    stored
        .attempts()
        .forEach(
            each ->
                began.put(new Attempt(each.stepIndex(), each.attempt()), each.span().startedAt()));
    Map<Integer, Instant> running = live ? running(stored, plan) : Map.of();
    List<WorkerWait> waits = new ArrayList<>();
    for (Ready ready : ready(stored, plan)) {
      Instant start = began.get(new Attempt(ready.step(), ready.attempt()));
      Instant to = start == null ? now : start;
      Instant from = resumed(stored.resumes(), ready.at(), to);
      boolean waited = start != null || (live && !isBegun(running.get(ready.step()), from));
      if (waited && Duration.between(from, to).compareTo(SHORTEST) >= 0) {
        waits.add(new WorkerWait(ready.step(), ready.attempt(), from, start));
      }
    }
    return waits;
  }

  private record Attempt(int step, int number) {}

  /** While no engine executed the run, nothing waited for a worker. */
  private static Instant resumed(List<StoredResume> resumes, Instant ready, Instant began) {
    Instant from = ready;
    for (StoredResume resume : resumes) {
      if (resume.at().isAfter(from) && !resume.at().isAfter(began)) {
        from = resume.at();
      }
    }
    return from;
  }

  /** When workers began the leaves last, as far as that is stored. */
  private static Map<Integer, Instant> running(Stored stored, Plan plan) {
    Map<Integer, Instant> running = new HashMap<>();
    for (StoredTransition each : stored.transitions()) {
      if (each.state() == StepState.RUNNING && plan.step(each.stepIndex()) instanceof LeafStep) {
        running.put(each.stepIndex(), each.at());
      }
    }
    return running;
  }

  private static boolean isBegun(@Nullable Instant running, Instant ready) {
    return running != null && !running.isBefore(ready);
  }

  private static List<Ready> ready(Stored stored, Plan plan) {
    StoredRun run = stored.run();
    Content stdin = run.stdinSha256().equals(Content.EMPTY.sha256()) ? Content.EMPTY : SOMETHING;
    List<Row> rows = new ArrayList<>();
    for (StoredAttempt each : stored.attempts()) {
      if (plan.step(each.stepIndex()) instanceof LeafStep leaf) {
        Instant end = each.span().startedAt().plusMillis(each.span().durationMillis());
        rows.add(new Row(each.seq(), new TimedEvent(ended(leaf, each), end)));
      }
    }
    stored
        .signals()
        .forEach(
            each -> rows.add(new Row(each.seq(), new TimedEvent(told(each, plan), each.at()))));
    rows.sort(Comparator.comparingLong(Row::seq));
    List<TimedEvent> events = rows.stream().map(Row::event).toList();
    return ReadyLeaves.of(run.id(), plan, start(stored, plan), stdin, events);
  }

  /** Storing a large plan takes a while, so the first step may begin later than the run. */
  private static Instant start(Stored stored, Plan plan) {
    List<StoredTransition> changes = stored.transitions();
    boolean group = !(plan.root() instanceof LeafStep);
    return group && !changes.isEmpty() ? changes.get(0).at() : stored.run().startedAt();
  }

  private record Row(long seq, TimedEvent event) {}

  private static MachineEvent ended(LeafStep leaf, StoredAttempt row) {
    Outcome outcome = row.outcome();
    LeafResult result =
        new LeafResult(outcome, stub(row.stdout()), Content.EMPTY, row.usage(), row.origin());
    return new MachineEvent.LeafEnded(leaf, row.attempt(), result);
  }

  private static Content stub(ContentRef output) {
    return output.bytes() == 0 ? Content.EMPTY : SOMETHING;
  }

  private static MachineEvent told(StoredSignal row, Plan plan) {
    Integer step = row.stepIndex();
    if (step == null) {
      return new MachineEvent.RunCancelled();
    }
    return row.kind() == StoredSignal.Kind.CANCEL
        ? new MachineEvent.StepCancelled(plan.step(step))
        : new MachineEvent.TimerElapsed(plan.step(step), Effect.Timer.valueOf(row.kind().name()));
  }
}
