package dev.escarole.engine;

import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
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

  /** Stops the run: nothing new starts, what runs is stopped. Has no effect once it is over. */
  public void cancel() {
    run.cancel();
  }
}
