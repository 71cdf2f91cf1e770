package dev.escarole.spring.batch;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.batch.core.StepContribution;
import org.springframework.batch.core.StepExecution;
import org.springframework.batch.core.StepExecutionListener;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.tasklet.StoppableTasklet;
import org.springframework.batch.item.ExecutionContext;
import org.springframework.batch.repeat.RepeatStatus;

/**
 * A step that is one run of a recipe.
 *
 * <pre>{@code
 * import dev.escarole.engine.RunRequest;
 * import dev.escarole.spring.batch.RecipeTasklet;
 * import org.springframework.batch.core.Step;
 * import org.springframework.batch.core.step.builder.StepBuilder;
 * import org.springframework.batch.support.transaction.ResourcelessTransactionManager;
 *
 * Step report =
 *     new StepBuilder("report", jobRepository)
 *         .tasklet(
 *             new RecipeTasklet(
 *                 engine,
 *                 step ->
 *                     RunRequest.of(recipe)
 *                         .value("day", step.getJobParameters().getString("day"))
 *                         .build()),
 *             new ResourcelessTransactionManager())
 *         .build();
 * }</pre>
 *
 * <p>The step fails if the run's author does not accept its result. When the job is restarted, the
 * run that was interrupted goes on; one that had failed is rerun with the results that it has. The
 * run's id is in the execution context of the step, as {@value #RUN}, for the next step to read its
 * output with {@link RunOutputResource}. A step that is stopped cancels its run. To wait without a
 * transaction, which would hold a connection, give the step a {@code
 * ResourcelessTransactionManager}. Thread-safe.
 */
public final class RecipeTasklet implements StoppableTasklet, StepExecutionListener {

  /** The entry of the execution context with the id of the run. */
  public static final String RUN = "escarole.run";

  private static final String WHOLE = "";

  private final KeyedRuns runs;
  private final Function<StepExecution, RunRequest> request;

  /** Runs that steps wait for, and whether they were stopped. */
  private final Map<RunId, Boolean> stopped = new ConcurrentHashMap<>();

  /**
   * @param request makes the request, when the step begins or is restarted
   */
  public RecipeTasklet(Engine engine, Function<StepExecution, RunRequest> request) {
    this.runs = new KeyedRuns(engine);
    this.request = request;
  }

  @Override
  public void beforeStep(StepExecution step) {
    StepToken.make(step);
  }

  /**
   * Launches in a first call, so that the run is on record before the second one waits for it.
   *
   * @throws RecipeRunException if the run's author does not accept its result
   * @throws InterruptedException if this thread is interrupted; the run continues
   */
  @Override
  public RepeatStatus execute(StepContribution contribution, ChunkContext chunk)
      throws InterruptedException {
    StepExecution step = contribution.getStepExecution();
    ExecutionContext context = step.getExecutionContext();
    // Of this execution of the step; the context of the step has that of an earlier one as well.
    if (!(chunk.getAttribute(RUN) instanceof RunId launched)) {
      RunId run = launch(step, context);
      chunk.setAttribute(RUN, run);
      context.putString(RUN, run.value());
      return RepeatStatus.CONTINUABLE;
    }
    stopped.put(launched, false);
    try {
      FinishedRun unused = runs.await(launched);
    } catch (RecipeRunException e) {
      if (e.status() != RunStatus.CANCELLED || !Boolean.TRUE.equals(stopped.get(launched))) {
        throw e;
      }
      step.setTerminateOnly();
    } finally {
      stopped.remove(launched);
    }
    return RepeatStatus.FINISHED;
  }

  private RunId launch(StepExecution step, ExecutionContext context) {
    RunRequest asked = request.apply(step);
    String key = StepToken.key(step, WHOLE);
    return context.containsKey(RUN)
        ? runs.follow(new RunId(context.getString(RUN)), key, asked)
        : runs.launch(key, asked);
  }

  @Override
  public void stop() {
    for (RunId run : stopped.keySet()) {
      stopped.computeIfPresent(run, (id, before) -> true);
      runs.cancel(run);
    }
  }
}
