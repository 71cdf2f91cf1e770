package dev.escarole.engine.executor;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.OutputWatch;
import dev.escarole.engine.executor.Pacer.StartOrder;
import dev.escarole.engine.executor.RunExecutor.ExecutorParts;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunMachine;
import dev.escarole.engine.run.RunReplay.RestoredRun;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run in progress. News for the machine go into a mailbox, which is read in order. */
public final class LiveRun implements Effect.Handler {

  private static final Logger LOG = LoggerFactory.getLogger(LiveRun.class);

  private final Launch launch;
  private final ExecutorParts parts;
  private final LeafCalls calls;
  private final RunMachine machine;
  private final RunRecord record;
  private final RunNews news;
  private final BranchStarts branchStarts;
  private final Turn turn;
  private final StartOrder starts = new StartOrder();
  private final Mailbox<Supplier<List<Effect>>> mailbox = new Mailbox<>(this::read);
  private final Map<Integer, Cancellation> running = new ConcurrentHashMap<>();

  /** By step. */
  private final Map<Integer, RunningAttempt> attempts = new ConcurrentHashMap<>();

  /** Steps that wait for people or programs. */
  private final Set<Integer> waits = ConcurrentHashMap.newKeySet();

  private final RunTimers timers;

  /** Whether the end is recorded, by the machine or by a failure of the engine. */
  private final AtomicBoolean over = new AtomicBoolean();

  private final CompletableFuture<RunResult> result = new CompletableFuture<>();

  /** Whether the run was suspended, to be resumed by another engine. */
  private volatile boolean suspended;

  /** Whether something of it cannot be recorded. */
  private volatile boolean refused;

  /** Steps whose wait for the next attempt has no timer yet; used by the mailbox's reader only. */
  private final Set<Integer> untoldWaits = new HashSet<>();

  /** Whether the run is known to wait. Accessed only while the mailbox is processed. */
  private boolean toldWaiting;

  /** An attempt of a leaf that has begun. */
  private record Begun(
      Effect.StartLeaf start,
      RunRecord.Attempt attempt,
      Cancellation cancellation,
      RunningAttempt shown) {}

  private LiveRun(Launch launch, ExecutorParts parts, RunMachine machine, RunRecord record) {
    this.launch = launch;
    this.turn = new Turn(launch.setting().principal().name(), launch.plan().recipeName(), this);
    this.parts = parts;
    this.calls = new LeafCalls(launch, parts);
    this.timers = new RunTimers(parts.timers());
    this.machine = machine;
    this.record = record;
    this.news = new RunNews(launch, parts);
    this.branchStarts = BranchStarts.of(launch.plan());
  }

  static LiveRun fresh(Launch launch, ExecutorParts parts) {
    RunRecord record = new RunRecord(launch.id(), launch.plan(), launch.startedAt());
    return new LiveRun(launch, parts, new RunMachine(launch.plan(), launch.id()), record);
  }

  static LiveRun resumed(Launch launch, ExecutorParts parts, Resumption resumption) {
    RunRecord record = new RunRecord(launch.id(), launch.plan(), launch.startedAt());
    record.restore(resumption.history());
    LiveRun run = new LiveRun(launch, parts, resumption.restored().machine(), record);
    run.news.restore(resumption.history().transitions());
    return run;
  }

  public RunId id() {
    return launch.id();
  }

  public Plan plan() {
    return launch.plan();
  }

  /** Current progress of its leaves and branches. */
  public RunCounts counts() {
    return news.counts();
  }

  /** Whether nothing in it can go on before people or a program answer. */
  public boolean isWaiting() {
    return !waits.isEmpty() && running.isEmpty() && timers.onlyLimit();
  }

  /** Completes when the run is over and stored; exceptionally only if the engine itself failed. */
  public CompletableFuture<RunResult> result() {
    return result;
  }

  /** Cancels the run. Has no effect if it is over. */
  public void cancel() {
    mailbox.ask(
        () -> {
          tell(new RunEvent.CancelAsked(id(), now(), null));
          return machine.cancel();
        });
  }

  /**
   * Cancels a running step and everything inside it; the enclosing step treats it as failed. Has no
   * effect on other steps.
   */
  public void cancel(Step step) {
    mailbox.ask(
        () -> {
          tell(new RunEvent.CancelAsked(id(), now(), step));
          return machine.cancel(step);
        });
  }

  /** The running attempt of a leaf, if any. */
  public Optional<RunningAttempt> attempt(String path) {
    return attempts.values().stream().filter(each -> each.step().path().equals(path)).findAny();
  }

  void start() {
    tell(new RunEvent.RunStarted(id(), now()));
    mailbox.ask(() -> machine.start(launch.stdin()));
  }

  void goOn(Resumption resumption) {
    RestoredRun restored = resumption.restored();
    int kept = resumption.history().attempts().size();
    tell(new RunEvent.RunResumed(id(), now(), kept, restored.leavesAgain()));
    mailbox.ask(restored::effects);
  }

  /** Stops the leaves without recording anything more. */
  void suspend() {
    leave(new RunSuspendedException(id()));
  }

  /** Suspends the run unless one of its leaves is at work; returns whether it did. */
  boolean suspendIfIdle() {
    boolean leaves = isIdle() && !suspended;
    if (leaves) {
      suspend();
    }
    return leaves;
  }

  /** Whether no leaf of it is at work, and no end of anything is being recorded. */
  boolean isIdle() {
    return attempts.isEmpty() && !over.get();
  }

  /** Notes at once that the end of the run is not stored. */
  void refuse() {
    refused = true;
  }

  /** Suspends the run, whose result is this failure here. */
  void leave(RuntimeException why) {
    suspended = true;
    stop();
    result.completeExceptionally(why);
  }

  private void stop() {
    timers.stopAll();
    running.values().forEach(Cancellation::cancel);
    parts.forgetWaits(id());
    parts.ended(this);
  }

  /** Ends the run instead of starting it. */
  void endWithoutStart(RunStatus status, String reason) {
    mailbox.ask(
        () ->
            List.of(
                new Effect.RunOver(status, StepResult.cancelled(reason), Acceptance.NOT_ACCEPTED)));
  }

  private void read(Supplier<List<Effect>> letter) {
    try {
      if (!over.get() && !suspended) {
        carryOut(letter.get());
        tellWaiting();
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void tellWaiting() {
    boolean now = !over.get() && isWaiting();
    if (now != toldWaiting) {
      toldWaiting = now;
      parts.live().tellWaiting(this);
    }
  }

  /** Stops if the run is suspended: its end must not be recorded without the steps before it. */
  private void carryOut(List<Effect> effects) {
    for (Effect effect : effects) {
      if (suspended) {
        return;
      }
      effect.on(this);
    }
  }

  private void fail(Throwable e) {
    if (suspended) {
      LOG.debug("Run {} was suspended while its engine was closed under it", id(), e);
    } else {
      breakOff(e);
    }
  }

  /** Ends a run after a failure of the engine and stops its leaves. */
  void breakOff(Throwable e) {
    LOG.error("Run {} was aborted after a failure of the engine; its leaves are stopped", id(), e);
    boolean first = over.compareAndSet(false, true);
    stop();
    if (first) {
      recordBreak(e);
    }
    result.completeExceptionally(e);
  }

  /** Records the end, so that the run does not stay in the state running. */
  private void recordBreak(Throwable e) {
    try {
      Instant at = now();
      parts.record(new RunEvent.RunEnded(id(), at, record.broken(machine, e, at), counts()));
    } catch (RuntimeException again) {
      LOG.error("Cannot store the end of run {}", id(), again);
    }
  }

  @Override
  public void startLeaf(Effect.StartLeaf start) {
    Cancellation cancellation = new Cancellation();
    running.put(start.step().index(), cancellation);
    Call call = Call.by(launch.setting().principal(), id().value(), launch.audited(start.step()));
    boolean continues = !branchStarts.begins(start.step(), start.attempt());
    Pacer.Work work = (counted, place) -> runLeaf(start, counted, cancellation, place);
    parts.pacer().start(new Pacer.Leaf(turn, call, cancellation, starts, continues, work));
  }

  private void runLeaf(
      Effect.StartLeaf start, Call call, Cancellation cancellation, StartOrder.Place place) {
    Begun begun;
    place.await();
    try {
      if (suspended) {
        return;
      }
      begun = begin(start, cancellation);
    } finally {
      place.pass();
    }
    var elsewhere = calls.elsewhere(start, call, cancellation);
    if (elsewhere.isEmpty()) {
      invoke(begun, call);
      return;
    }
    var unused = elsewhere.get().whenComplete((leaf, lost) -> returned(begun, call, leaf, lost));
  }

  private void invoke(Begun begun, Call call) {
    LeafResult leaf =
        calls.invoke(begun.start(), call, begun.cancellation(), begun.shown().output());
    parts.workers().leafEnded();
    ended(begun, leaf);
  }

  /** A worker carries out a leaf that was lost elsewhere. */
  private void returned(
      Begun begun, Call call, @Nullable LeafResult leaf, @Nullable Throwable lost) {
    if (leaf != null) {
      ended(begun, leaf);
      return;
    }
    LOG.debug("Step {} of {} was lost elsewhere", begun.start().step().path(), id(), lost);
    Pacer.Work again =
        (counted, place) -> {
          place.await();
          place.pass();
          invoke(begun, counted);
        };
    parts.pacer().start(new Pacer.Leaf(turn, call, begun.cancellation(), starts, true, again));
  }

  private void ended(Begun begun, LeafResult leaf) {
    Effect.StartLeaf start = begun.start();
    LeafStep step = start.step();
    Instant end = now();
    long millis = begun.attempt().endedAt(end, leaf);
    running.remove(step.index(), begun.cancellation());
    RunEvent ended = new RunEvent.AttemptEnded(id(), end, step, start.attempt(), leaf, millis);
    // Recorded in the machine's order.
    mailbox.post(
        () -> {
          tell(ended);
          return machine.leafFinished(step, start.attempt(), leaf);
        });
    // After what follows from it, so that the run is not suspended between the two.
    mailbox.post(
        () -> {
          attempts.remove(step.index(), begun.shown());
          return List.of();
        });
  }

  private Begun begin(Effect.StartLeaf start, Cancellation cancellation) {
    LeafStep step = start.step();
    Instant at = now();
    RunningAttempt shown = new RunningAttempt(step, start.attempt(), at, new OutputWatch());
    attempts.put(step.index(), shown);
    RunRecord.Attempt attempt = record.attemptStarted(start, at);
    if (!cancellation.isCancelled()) {
      changed(new Effect.StepChanged(step, StepState.RUNNING, null), at);
    }
    tell(new RunEvent.AttemptStarted(id(), at, step, start.attempt(), start.stdin()));
    return new Begun(start, attempt, cancellation, shown);
  }

  @Override
  public void await(Effect.Await await) {
    Waits all = Objects.requireNonNull(parts.waits(), "BUG: a run that is not stored waits");
    waits.add(await.step().index());
    all.begin(id(), await, (result, openedAt) -> awaitEnded(await, result, openedAt));
  }

  /** Recorded like an attempt of a command, so that a resumed run knows it. */
  private void awaitEnded(Effect.Await await, LeafResult result, Instant openedAt) {
    LeafStep step = await.step();
    int attempt = await.attempt();
    Effect.StartLeaf start = new Effect.StartLeaf(step, attempt, await.stdin());
    Instant end = now();
    mailbox.post(
        () -> {
          waits.remove(step.index());
          long millis = record.attemptStarted(start, openedAt).endedAt(end, result);
          tell(new RunEvent.AttemptStarted(id(), openedAt, step, attempt, await.stdin()));
          tell(new RunEvent.AttemptEnded(id(), end, step, attempt, result, millis));
          return machine.leafFinished(step, attempt, result);
        });
  }

  @Override
  public void stopLeaf(Effect.StopLeaf stop) {
    Waits all = parts.waits();
    if (stop.step().awaits() != null && all != null) {
      all.stop(id(), stop);
      return;
    }
    Cancellation cancellation = running.get(stop.step().index());
    if (cancellation != null) {
      cancellation.cancel();
    }
  }

  @Override
  public void startTimer(Effect.StartTimer start) {
    Step step = start.step();
    if (start.timer() == Effect.Timer.RETRY && untoldWaits.remove(step.index())) {
      waiting(step, start.millis());
    }
    boolean idle = start.timer() == Effect.Timer.DELAY && launch.reuse().isWhollyKept(step);
    timers.start(
        step,
        start.timer(),
        idle ? 0 : start.millis(),
        elapsed -> mailbox.post(() -> timerElapsed(step, start.timer(), elapsed)));
  }

  private void waiting(Step step, long millis) {
    Instant at = now();
    record.stepChanged(new Effect.StepChanged(step, StepState.WAITING, null), at);
    tell(new RunEvent.StepChanged(id(), at, step, StepState.WAITING, null, at.plusMillis(millis)));
  }

  /** Ignores timers that were stopped or replaced in the meantime. */
  private List<Effect> timerElapsed(Step step, Effect.Timer timer, RunTimers.Elapsed elapsed) {
    if (!elapsed.take()) {
      return List.of();
    }
    tell(new RunEvent.TimerElapsed(id(), now(), step, timer));
    return machine.timerElapsed(step, timer);
  }

  @Override
  public void stopTimer(Effect.StopTimer stop) {
    timers.stop(stop.step(), stop.timer());
  }

  @Override
  public void stepChanged(Effect.StepChanged change) {
    // The leaf still waits for a worker, which reports the change when it starts.
    if (change.state() == StepState.RUNNING && change.step() instanceof LeafStep) {
      return;
    }
    if (change.state() == StepState.WAITING) {
      untoldWaits.add(change.step().index());
      return;
    }
    changed(change, now());
  }

  private void changed(Effect.StepChanged change, Instant at) {
    record.stepChanged(change, at);
    tell(new RunEvent.StepChanged(id(), at, change.step(), change.state(), change.result()));
  }

  @Override
  public void joined(Effect.Joined joined) {
    tell(new RunEvent.JoinDecided(id(), now(), joined.join()));
  }

  @Override
  public void runOver(Effect.RunOver end) {
    if (!over.compareAndSet(false, true)) {
      // Already recorded as aborted; this is the result of stopping its leaves.
      return;
    }
    Instant at = now();
    RunResult done = record.result(machine, end, at);
    RunEvent.RunEnded ended = new RunEvent.RunEnded(id(), at, done, counts());
    attempts.clear();
    parts.beforeEnd(launch, end.status(), () -> suspended, () -> end(ended));
  }

  private void end(RunEvent.RunEnded ended) {
    parts.record(ended);
    parts.ends().finisher().execute(() -> finish(ended));
  }

  /** Reports the end only after it is stored. */
  private void finish(RunEvent.RunEnded ended) {
    try {
      parts.flush();
      // Whoever refused it completes the result.
      if (!refused) {
        parts.ended(this);
        news.listen(ended);
        result.complete(ended.result());
      }
    } catch (RuntimeException e) {
      breakOff(e);
    }
  }

  private void tell(RunEvent event) {
    if (!suspended) {
      news.tell(event);
    }
  }

  private Instant now() {
    return parts.clock().instant();
  }
}
