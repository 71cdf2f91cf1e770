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

/** A started run. Thread-safe. */
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
   * @throws InterruptedException if this thread is interrupted; the run continues
   * @throws CompletionException if the engine itself failed
   */
  public RunResult await() throws InterruptedException {
    try {
      return run.result().get();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /**
   * Whether nothing in the run can go on before people or a program answer. Such a run holds no
   * worker.
   */
  public boolean isWaiting() {
    return run.isWaiting();
  }

  /** Current progress of its leaves and branches. */
  public RunCounts counts() {
    return run.counts();
  }

  /**
   * The running attempt of a step, with the output so far; empty if the step is not running or does
   * not exist.
   *
   * @param path place of the step in the plan, such as {@code 0.2}
   */
  public Optional<RunningAttempt> attempt(String path) {
    return run.attempt(path);
  }

  /** Cancels the run. Has no effect if it is over. */
  public void cancel() {
    run.cancel();
  }

  /**
   * Cancels a running step and everything inside it; the enclosing steps treat it as failed. A
   * cancelled branch is cancelled in its join. Has no effect on other steps.
   *
   * @param name path of the step, such as {@code 0.2}, or its unique label
   * @throws UnknownStepException if the plan has no such step, or several
   */
  public void cancel(String name) {
    run.cancel(StepNames.find(plan(), name));
  }
}
