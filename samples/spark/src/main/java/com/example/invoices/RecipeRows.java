package com.example.invoices;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Runs a recipe for each row of a Dataset, in the executor that has the row. A run that fails is a
 * row like others, so one bad input ends no job. If an executor is lost, Spark has another one do
 * the rows of its tasks again.
 */
public final class RecipeRows implements MapPartitionsFunction<Row, Row> {

  /** What becomes of a row: its key, and how its run has ended. */
  public static final StructType RESULT =
      new StructType()
          .add("key", DataTypes.StringType, false)
          .add("status", DataTypes.StringType, false)
          .add("accepted", DataTypes.BooleanType, false)
          .add("output", DataTypes.StringType, true)
          .add("problem", DataTypes.StringType, true);

  private static final long serialVersionUID = 1;

  /** The text of the recipe: executors read it themselves. */
  private final String recipe;

  private RecipeRows(String recipe) {
    this.recipe = recipe;
  }

  /**
   * Runs a recipe for each row, lazily.
   *
   * @param rows with two texts each, a key and the input of the recipe's first step
   * @param recipe as JSON or YAML
   */
  public static Dataset<Row> run(Dataset<Row> rows, String recipe) {
    return rows.mapPartitions(new RecipeRows(recipe), Encoders.row(RESULT));
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    Runs runs =
        new Runs(ExecutorEngine.get(), new RecipeReader().read(recipe, "recipe.yaml"), rows);
    // A task may be stopped before its last row.
    TaskCompletionListener end = context -> runs.cancel();
    TaskContext.get().addTaskCompletionListener(end);
    return runs;
  }

  /** The results in the order of the rows, while the next runs are under way. */
  private static final class Runs implements Iterator<Row> {

    /** Keeps the workers busy, and little in memory. */
    private static final int AT_ONCE = 32;

    private final Engine engine;
    private final Recipe recipe;
    private final Iterator<Row> rows;
    private final Deque<Pending> pending = new ArrayDeque<>();

    private record Pending(String key, RunHandle run) {}

    Runs(Engine engine, Recipe recipe, Iterator<Row> rows) {
      this.engine = engine;
      this.recipe = recipe;
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext() || !pending.isEmpty();
    }

    @Override
    public Row next() {
      while (rows.hasNext() && pending.size() < AT_ONCE) {
        Row row = rows.next();
        Content input = Content.of(row.getString(1));
        RunHandle run = engine.start(RunRequest.of(recipe).stdin(input).build());
        pending.add(new Pending(row.getString(0), run));
      }
      if (pending.isEmpty()) {
        throw new NoSuchElementException();
      }
      Pending first = pending.remove();
      return row(first.key(), ended(first.run()));
    }

    private static RunResult ended(RunHandle run) {
      try {
        return run.await();
      } catch (InterruptedException e) {
        run.cancel();
        Thread.currentThread().interrupt();
        throw new IllegalStateException("the task was stopped", e);
      }
    }

    private static Row row(String key, RunResult result) {
      boolean accepted = result.accepted();
      return RowFactory.create(
          key,
          result.status().word(),
          accepted,
          accepted ? result.stdout().text().strip() : null,
          accepted ? null : problem(result));
    }

    private static String problem(RunResult result) {
      List<RunResult.Failure> failures = result.failures();
      if (failures.isEmpty()) {
        return "the run ended as " + result.status().word();
      }
      RunResult.Failure first = failures.get(0);
      return first.stderr().isBlank() ? first.outcome().toString() : first.stderr().strip();
    }

    void cancel() {
      pending.forEach(each -> each.run().cancel());
      pending.clear();
    }
  }
}
