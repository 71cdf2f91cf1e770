package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.template.FailureScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The semantics of a run: receives events and returns effects.
 *
 * <p>The machine is pure: no threads, no clock, no database, no wasm. The same plan and the same
 * events in the same order give the same effects, so that a run can be rebuilt from its records.
 * Each event adds work to an agenda, which is processed before the call returns, so that neither
 * long sequences nor wide fan-outs grow the stack.
 *
 * <p>A group's attempt ends in one of three ways: its children have ended, a child's failure ended
 * it, or it was stopped. In the last case it is {@link StepState#STOPPING} until its running leaves
 * have been reported as finished, so that attempts never overlap.
 *
 * <p>Not thread-safe; drive it from one thread at a time.
 */
public final class RunMachine {

  private final RunTree tree;
  private final FailureRules rules;
  private final StepStates steps;
  private final Slots slots;
  private final RetryWait retryWait;
  private final List<Effect> effects = new ArrayList<>();
  private final Deque<Runnable> agenda = new ArrayDeque<>();

  /** For stopping steps: their result once nothing runs in them. */
  private final @Nullable StepResult[] verdicts;

  /** For each sequence, the index of the running child. */
  private final int[] cursor;

  private boolean cancelled;

  /**
   * Creates the machine of a run that has not started.
   *
   * @param run determines the random waits between attempts
   */
  public RunMachine(Plan plan, RunId run) {
    this.retryWait = new RetryWait(run);
    this.tree = new RunTree(plan);
    this.rules = new FailureRules(tree);
    this.steps = new StepStates(tree, effects);
    this.slots = new Slots(tree);
    this.verdicts = new StepResult[tree.size()];
    this.cursor = new int[tree.size()];
  }

  /** Starts the run with the input of its first step. */
  public List<Effect> start(Content stdin) {
    return work(() -> begin(tree.plan().root(), stdin));
  }

  /**
   * A leaf ended: its command, or the wait for a decision, an answer or their timeout. Ignored
   * unless it is the current attempt.
   */
  public List<Effect> leafFinished(LeafStep leaf, int attempt, LeafResult result) {
    return work(() -> finishLeaf(leaf, attempt, result));
  }

  /** A timer elapsed; ignored if it was stopped. */
  public List<Effect> timerElapsed(Step step, Effect.Timer timer) {
    return work(
        () -> {
          if (timer == Effect.Timer.BUDGET) {
            stop(step, StepResult.timedOut(step.controls().timeoutMillis()));
          } else if (timer == Effect.Timer.DELAY && steps.is(step, StepState.DELAYED)) {
            admit(step);
          } else if (timer == Effect.Timer.RETRY && steps.is(step, StepState.WAITING)) {
            startOver(step);
          }
        });
  }

  /** Cancels the run, which is over once its running leaves have been reported as finished. */
  public List<Effect> cancel() {
    return work(
        () -> {
          cancelled = true;
          stop(tree.plan().root(), StepResult.cancelled("the run was cancelled"));
        });
  }

  /** Cancels a step and everything inside it; the enclosing steps treat it as failed. */
  public List<Effect> cancel(Step step) {
    return work(() -> stop(step, StepResult.cancelled("was cancelled")));
  }

  public StepState state(Step step) {
    return steps.state(step);
  }

  /** The step's result, or null if it has not ended. */
  public @Nullable StepResult result(Step step) {
    return steps.result(step);
  }

  /** Number of attempts of the leaf in the whole run. */
  public int tries(LeafStep leaf) {
    return steps.tries(leaf);
  }

  /** The joins so far, without those of superseded attempts, in plan order. */
  public List<Join> joins() {
    return steps.joins();
  }

  private List<Effect> work(Runnable first) {
    agenda.add(first);
    while (!agenda.isEmpty()) {
      agenda.remove().run();
      if (agenda.isEmpty()) {
        slots.review(this::isQueued, step -> agenda.add(() -> resume(step)));
      }
    }
    List<Effect> done = List.copyOf(effects);
    effects.clear();
    return done;
  }

  // Starting a step

  private void begin(Step step, Content stdin) {
    steps.begin(step, stdin);
    String skipReason = step.skipReason();
    if (skipReason != null) {
      end(step, StepResult.skipped(stdin, skipReason));
    } else if (step.controls().delayMillis() > 0) {
      steps.move(step, StepState.DELAYED);
      effects.add(new Effect.StartTimer(step, Effect.Timer.DELAY, step.controls().delayMillis()));
    } else {
      admit(step);
    }
  }

  /** Starts a step, or queues it if it needs a slot. */
  private void admit(Step step) {
    if (slots.acquire(step)) {
      enter(step);
    } else {
      steps.move(step, StepState.QUEUED);
    }
  }

  private boolean isQueued(Step step) {
    return steps.is(step, StepState.QUEUED);
  }

  private void resume(Step step) {
    if (isQueued(step) && slots.acquire(step)) {
      enter(step);
    }
  }

  private void enter(Step step) {
    steps.move(step, awaits(step) ? StepState.AWAITING : StepState.RUNNING);
    if (hasBudget(step) && steps.isFirstAttempt(step)) {
      effects.add(
          new Effect.StartTimer(step, Effect.Timer.BUDGET, step.controls().timeoutMillis()));
    }
    steps.countAttempt(step);
    step.fold(this::startLeaf, this::startGroup);
  }

  private static boolean awaits(Step step) {
    return step instanceof LeafStep leaf && leaf.awaits() != null;
  }

  private boolean startLeaf(LeafStep leaf) {
    if (awaits(leaf)) {
      return effects.add(new Effect.Await(leaf, steps.tries(leaf), steps.input(leaf)));
    }
    slots.leafRuns(leaf, true);
    return effects.add(new Effect.StartLeaf(leaf, steps.tries(leaf), input(leaf)));
  }

  /** The previous step's output, unless the handle sets another input. */
  private Content input(LeafStep leaf) {
    HandleSetting handle = leaf.handle();
    if (handle == null) {
      return steps.input(leaf);
    }
    CapturedBytes given = handle.stdin();
    if (given != null) {
      return Content.of(given.toArray());
    }
    return handle.streams().openStdin() ? steps.input(leaf) : Content.EMPTY;
  }

  private boolean startGroup(GroupStep group) {
    Content stdin = steps.input(group);
    cursor[group.index()] = 0;
    if (group.isParallel()) {
      group.children().forEach(child -> begin(child, stdin));
      return true;
    }
    begin(group.children().get(0), stdin);
    return true;
  }

  // Ending an attempt and a step

  private void finishLeaf(LeafStep leaf, int attempt, LeafResult leafResult) {
    boolean stopping = steps.is(leaf, StepState.STOPPING);
    boolean current = steps.tries(leaf) == attempt;
    boolean under = steps.is(leaf, StepState.RUNNING) || steps.is(leaf, StepState.AWAITING);
    if (!current || !(stopping || under)) {
      return;
    }
    if (!awaits(leaf)) {
      slots.leafRuns(leaf, false);
    }
    StepResult result = StepResult.of(leafResult, leaf.controls().successCodes());
    if (stopping) {
      end(leaf, stopped(leaf, result));
    } else {
      attemptEnded(leaf, result);
    }
  }

  /** A leaf that ended before it was stopped keeps its result. */
  private StepResult stopped(LeafStep leaf, StepResult result) {
    StepResult verdict = verdicts[leaf.index()];
    return verdict == null || result.status() != StepStatus.CANCELLED
        ? result
        : result.withReason(verdict.reason());
  }

  private void attemptEnded(Step step, StepResult result) {
    if (!result.isFailure() || !steps.hasAttemptsLeft(step)) {
      end(step, result);
      return;
    }
    Step recover = step.recover();
    if (recover == null) {
      tryAgain(step);
      return;
    }
    steps.move(step, StepState.RECOVERING);
    steps.reset(recover.index(), tree.end(step));
    begin(recover, result.stdout());
  }

  /** The results of the failed attempt stay visible until the next one starts. */
  private void tryAgain(Step step) {
    long millis = retryWait.millis(step, steps.attempts(step), steps.tries(step));
    if (millis == 0) {
      startOver(step);
      return;
    }
    steps.move(step, StepState.WAITING);
    effects.add(new Effect.StartTimer(step, Effect.Timer.RETRY, millis));
  }

  private void startOver(Step step) {
    steps.reset(step.index() + 1, tree.endOfChildren(step));
    admit(step);
  }

  private static boolean hasBudget(Step step) {
    return step instanceof GroupStep && step.controls().timeoutMillis() > 0;
  }

  private void end(Step step, StepResult result) {
    verdicts[step.index()] = null;
    if (hasBudget(step)) {
      effects.add(new Effect.StopTimer(step, Effect.Timer.BUDGET));
    }
    if (result.isFailure()) {
      steps.skipUnreached(step, "not reached");
    }
    steps.end(step, result);
    Step owner = tree.parent(step);
    if (owner == null) {
      effects.add(RunVerdict.of(this, tree, result, cancelled));
    } else {
      int attempt = steps.tries(owner);
      agenda.add(() -> endedInside(owner, attempt, step));
    }
  }

  /**
   * @param attempt the owner's attempt in which the step ended, which may have been stopped since
   */
  private void endedInside(Step owner, int attempt, Step step) {
    if (steps.tries(owner) != attempt) {
      return;
    }
    if (steps.is(owner, StepState.STOPPING)) {
      settleIfQuiet(owner);
    } else if (steps.is(owner, StepState.RECOVERING) && tree.isRecovery(step)) {
      recovered(owner, step);
    } else if (steps.is(owner, StepState.RUNNING) && owner instanceof GroupStep group) {
      childEnded(group, step);
    }
  }

  private void recovered(Step owner, Step recover) {
    StepResult result = steps.ended(recover);
    if (rules.failsRecovery(recover, result)) {
      end(owner, result.failingRecovered());
    } else {
      tryAgain(owner);
    }
  }

  // Groups

  private void childEnded(GroupStep group, Step child) {
    StepResult result = steps.ended(child);
    FailureScope reach = result.isFailure() ? rules.reach(group, child, result) : null;
    if (reach == FailureScope.ROOT) {
      escalate(child, result);
    } else if (group.isParallel()) {
      joinIfComplete(group);
    } else if (reach == FailureScope.BRANCH) {
      attemptEnded(group, result.failingGroup(FailureScope.BRANCH));
    } else if (group.kind() == GroupKind.NESTED) {
      attemptEnded(group, reach == null ? result : result.failingGroup(result.escalation()));
    } else {
      goOn(group, child, reach == null ? result.stdout() : Content.EMPTY);
    }
  }

  private void goOn(GroupStep sequence, Step child, Content stdin) {
    steps.releaseOutput(child);
    int next = ++cursor[sequence.index()];
    if (next < sequence.children().size()) {
      begin(sequence.children().get(next), stdin);
    } else {
      attemptEnded(sequence, StepResult.done(stdin));
    }
  }

  private void joinIfComplete(GroupStep parallel) {
    if (steps.active(parallel) > 0) {
      return;
    }
    List<StepResult> results = branchResults(parallel);
    Join join = JoinBuilder.join(parallel, results);
    joined(parallel, join);
    Content text = JoinBuilder.text(join, results);
    parallel.children().forEach(steps::releaseOutput);
    FailureScope reach = rules.reachOfJoin(parallel, join, results);
    attemptEnded(
        parallel,
        reach == FailureScope.CONTINUE
            ? StepResult.done(text)
            : rules.failedJoin(join, results, text, reach));
  }

  private void joined(GroupStep parallel, Join join) {
    steps.join(parallel, join);
    effects.add(new Effect.Joined(join));
  }

  private List<StepResult> branchResults(GroupStep parallel) {
    return parallel.children().stream().map(steps::ended).toList();
  }

  // Stopping

  /**
   * Ends everything up to the nearest node with attempts left, or the enclosing recovery or run.
   */
  private void escalate(Step failed, StepResult result) {
    StepResult failure = result.failingGroup(FailureScope.ROOT);
    Step limit = tree.parent(failed);
    while (limit != null && !catches(limit)) {
      verdicts[limit.index()] = failure;
      limit = tree.parent(limit);
    }
    stop(limit == null ? tree.plan().root() : limit, failure);
  }

  private boolean catches(Step step) {
    return steps.hasAttemptsLeft(step) || tree.isRecovery(step) || tree.parent(step) == null;
  }

  /** Stops a step, which ends with the given result as soon as nothing runs in it. */
  private void stop(Step step, StepResult result) {
    switch (steps.state(step)) {
      case PENDING, DONE, FAILED, TIMEOUT, SKIPPED, CANCELLED -> {}
      case DELAYED -> {
        effects.add(new Effect.StopTimer(step, Effect.Timer.DELAY));
        end(step, result);
      }
      case WAITING -> {
        effects.add(new Effect.StopTimer(step, Effect.Timer.RETRY));
        end(step, result);
      }
      case QUEUED -> end(step, result);
      case RUNNING, AWAITING, RECOVERING -> {
        verdicts[step.index()] = result;
        steps.move(step, StepState.STOPPING);
        step.fold(this::stopLeaf, this::stopInside);
      }
      // The latest reason wins: a step that stops to retry must not retry if it is cancelled.
      case STOPPING -> verdicts[step.index()] = result;
    }
  }

  private boolean stopLeaf(LeafStep leaf) {
    if (leaf.recover() != null && steps.active(leaf) > 0) {
      return stopInside(leaf);
    }
    return effects.add(new Effect.StopLeaf(leaf, steps.tries(leaf)));
  }

  private boolean stopInside(Step step) {
    StepResult bystander = StepResult.cancelled("the enclosing step was stopped");
    for (Step child : step.children()) {
      stopInner(child, bystander);
    }
    if (step.recover() != null) {
      stopInner(step.recover(), bystander);
    }
    settleIfQuiet(step);
    return true;
  }

  private void stopInner(Step inner, StepResult bystander) {
    StepResult verdict = verdicts[inner.index()];
    // A stopping step may have its own verdict, perhaps to retry, which no longer applies.
    stop(inner, verdict == null || steps.is(inner, StepState.STOPPING) ? bystander : verdict);
  }

  private void settleIfQuiet(Step step) {
    if (steps.active(step) > 0 || !steps.is(step, StepState.STOPPING)) {
      return;
    }
    StepResult verdict =
        Objects.requireNonNull(verdicts[step.index()], "BUG: a step stops without a verdict");
    verdicts[step.index()] = null;
    if (step instanceof GroupStep parallel && parallel.isParallel()) {
      joined(parallel, JoinBuilder.join(parallel, branchResults(parallel)));
    }
    if (verdict.escalation() == FailureScope.ROOT) {
      attemptEnded(step, verdict);
    } else {
      end(step, verdict);
    }
  }
}
