package dev.escarole.engine;

import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.RunningAttempt;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.StepNames;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** A run that was started. Thread-safe. */
public final class RunHandle {

  private final LiveRun run;

  RunHandle(LiveRun run) {
    this.run = run;
  }

  public RunId id() {
    return run.id();
  }

  public Plan plan() {
    return run.plan();
  }

  /** Completes when the run is over and stored; exceptionally only if the engine itself failed. */
  public CompletableFuture<RunResult> result() {
    return run.result().copy();
  }

  /**
   * Waits for the end of the run.
   *
   * @throws InterruptedException if this thread is interrupted; the run goes on
   * @throws CompletionException if the engine itself failed
   */
  public RunResult await() throws InterruptedException {
    try {
      return run.result().get();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /** How far its leaves and branches have come now. */
  public RunCounts counts() {
    return run.counts();
  }

  /**
   * The attempt of a step that runs now, through which others can see what its command has written
   * so far; empty if none of that step does, or if there is no such step.
   *
   * @param path place of the step in the plan, such as {@code 0.2}
   */
  public Optional<RunningAttempt> attempt(String path) {
    return run.attempt(path);
  }

  /** Stops the run: nothing new starts, what runs is stopped. Has no effect once it is over. */
  public void cancel() {
    run.cancel();
  }

  /**
   * Stops one step and all that is in it; for the steps around it, it has failed. A branch so
   * stopped counts as cancelled in the join. Has no effect on a step that has not begun or has
   * ended.
   *
   * @param name path of the step, such as {@code 0.2}, or a label that only it has
   * @throws UnknownStepException if the plan has no such step, or several
   */
  public void cancel(String name) {
    run.cancel(StepNames.find(plan(), name));
  }
}
