package dev.escarole.engine;

import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.RunningAttempt;
import dev.escarole.engine.launch.LaunchQueue;
import dev.escarole.engine.launch.QueuePlace;
import dev.escarole.engine.launch.QueuedRun;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.StepNames;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.RunCounter;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * A launched run, which runs, is queued, or is over. Thread-safe.
 *
 * <pre>{@code
 * import dev.escarole.engine.RunHandle;
 * import dev.escarole.engine.RunRequest;
 * import dev.escarole.engine.run.RunResult;
 *
 * RunHandle run = engine.start(RunRequest.of(recipe).build());
 * System.out.println(run.id() + ": " + run.plan().recipeName());
 * RunResult result = run.await();
 * System.out.println(result.status().word());
 * }</pre>
 */
public final class RunHandle {

  private final RunId id;
  private final CompletableFuture<LiveRun> started;
  private final Supplier<Plan> plan;
  private final Waiting waiting;

  /** What concerns a run while it is queued. */
  private interface Waiting {
    Optional<QueuePlace> place();

    void cancel();
  }

  RunHandle(LiveRun run) {
    this(run.id(), CompletableFuture.completedFuture(run), run::plan, run::cancel);
  }

  /**
   * @param plan of the run, which the queue does not keep
   */
  RunHandle(QueuedRun run, LaunchQueue queue, Supplier<Plan> plan) {
    this.id = run.id();
    this.started = run.started();
    this.plan = plan;
    this.waiting =
        new Waiting() {
          @Override
          public Optional<QueuePlace> place() {
            return queue.place(run.id());
          }

          @Override
          public void cancel() {
            queue.cancel(run);
          }
        };
  }

  /**
   * @param started completes when this engine has claimed and started the run
   * @param plan of the run
   * @param cancel ends it
   */
  RunHandle(RunId id, CompletableFuture<LiveRun> started, Supplier<Plan> plan, Runnable cancel) {
    this.id = id;
    this.started = started;
    this.plan = plan;
    this.waiting =
        new Waiting() {
          @Override
          public Optional<QueuePlace> place() {
            return Optional.empty();
          }

          @Override
          public void cancel() {
            cancel.run();
          }
        };
  }

  /** The run, if it has started. */
  private Optional<LiveRun> live() {
    return started.isDone() && !started.isCompletedExceptionally()
        ? Optional.of(started.join())
        : Optional.empty();
  }

  public RunId id() {
    return id;
  }

  public Plan plan() {
    return live().map(LiveRun::plan).orElseGet(plan);
  }

  /**
   * The place of the run in the queue of its recipe; empty if it runs, or waits for a node. A
   * queued run is stored, and starts when its recipe allows one more run at once.
   */
  public Optional<QueuePlace> queuePlace() {
    return waiting.place();
  }

  /**
   * Completes when the run is over and stored; exceptionally only if the engine itself failed, and
   * not if the run did: {@link RunResult#orThrow} throws then. {@code cancel(true)} cancels the
   * run, {@code cancel(false)} only the future.
   */
  public CompletableFuture<RunResult> result() {
    CompletableFuture<RunResult> result = new CancellingFuture(this);
    var unused =
        started
            .thenCompose(LiveRun::result)
            .whenComplete(
                (value, failure) -> {
                  if (failure == null) {
                    result.complete(value);
                  } else {
                    result.completeExceptionally(failure);
                  }
                });
    return result;
  }

  /** A result whose cancellation is that of its run. */
  private static final class CancellingFuture extends CompletableFuture<RunResult> {
    private final RunHandle run;

    private CancellingFuture(RunHandle run) {
      this.run = run;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      if (cancelled && mayInterruptIfRunning) {
        run.cancel();
      }
      return cancelled;
    }

    /** What follows from the result is nobody's reason to cancel the run. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return new CompletableFuture<>();
    }
  }

  /**
   * Waits for the end of the run.
   *
   * @throws InterruptedException if this thread is interrupted; the run continues
   * @throws CompletionException if the engine itself failed
   */
  public RunResult await() throws InterruptedException {
    try {
      return result().get();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /**
   * Whether nothing in the run can go on before people or a program answer. Such a run holds no
   * worker.
   */
  public boolean isWaiting() {
    return live().map(LiveRun::isWaiting).orElse(false);
  }

  /** Whether this engine has started it, so that it is not queued. */
  public boolean hasStarted() {
    return live().isPresent();
  }

  /** Current progress of its leaves and branches. */
  public RunCounts counts() {
    return live().map(LiveRun::counts).orElseGet(() -> RunCounter.of(plan()).counts());
  }

  /**
   * The running attempt of a step, with the output so far; empty if the step is not running or does
   * not exist.
   *
   * @param path place of the step in the plan, such as {@code 0.2}
   */
  public Optional<RunningAttempt> attempt(String path) {
    return live().flatMap(run -> run.attempt(path));
  }

  /** Cancels the run. Has no effect if it is over. */
  public void cancel() {
    waiting.cancel();
  }

  /**
   * Cancels a running step and everything inside it; the enclosing steps treat it as failed. A
   * cancelled branch is cancelled in its join. Has no effect on other steps.
   *
   * @param name path of the step, such as {@code 0.2}, or its unique label
   * @throws UnknownStepException if the plan has no such step, or several
   */
  public void cancel(String name) {
    live().ifPresent(run -> run.cancel(StepNames.find(plan(), name)));
  }
}
