package dev.escarole.spring.batch;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.StepExecution;
import org.springframework.batch.core.StepExecutionListener;
import org.springframework.batch.core.scope.context.StepContext;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.batch.item.ItemProcessor;

/**
 * Sends each item of a step through a recipe.
 *
 * <pre>{@code
 * import dev.escarole.engine.RunRequest;
 * import dev.escarole.spring.batch.RecipeItemProcessor;
 * import java.math.BigDecimal;
 *
 * RecipeItemProcessor<Order, PricedOrder> prices =
 *     new RecipeItemProcessor<>(
 *         engine,
 *         order -> order.number(),
 *         order -> RunRequest.of(recipe).value("pieces", order.pieces()).build(),
 *         (order, run) -> order.at(new BigDecimal(run.output().strip())));
 * }</pre>
 *
 * <p>Items of a chunk that was not committed are processed again by Batch, after a failure, a skip
 * or a kill. Those whose run has succeeded are not run again: their output is read from its record.
 * One whose run has failed is rerun. Thread-safe, for steps with several threads or partitions.
 *
 * @param <I> what is read; its key is to be the same when it is read again
 * @param <O> what is written
 */
public final class RecipeItemProcessor<I, O> implements ItemProcessor<I, O>, StepExecutionListener {

  private final KeyedRuns runs;
  private final Function<I, String> key;
  private final Function<I, RunRequest> request;
  private final BiFunction<I, FinishedRun, @Nullable O> result;

  /**
   * @param key tells the items of the step apart
   * @param request makes the request for an item
   * @param result makes what is written; null leaves the item out
   */
  public RecipeItemProcessor(
      Engine engine,
      Function<I, String> key,
      Function<I, RunRequest> request,
      BiFunction<I, FinishedRun, @Nullable O> result) {
    this.runs = new KeyedRuns(engine);
    this.key = key;
    this.request = request;
    this.result = result;
  }

  @Override
  public void beforeStep(StepExecution step) {
    StepToken.make(step);
  }

  /**
   * Runs the recipe for an item, unless that has succeeded before.
   *
   * @throws RecipeRunException if the run's author does not accept its result
   * @throws IllegalStateException outside of a step, or if the step does not have this as listener
   * @throws InterruptedException if this thread is interrupted; the run continues
   */
  @Override
  public @Nullable O process(I item) throws InterruptedException {
    StepContext step = StepSynchronizationManager.getContext();
    if (step == null) {
      throw new IllegalStateException(
          "items are processed in a step of Spring Batch; elsewhere use the engine itself");
    }
    String work = StepToken.key(step.getStepExecution(), key.apply(item));
    FinishedRun run = runs.await(runs.launch(work, request.apply(item)));
    return result.apply(item, run);
  }
}
