package dev.escarole.engine.store;

import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.template.FailureScope;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Writes a plan and its steps, once for each hash. */
final class PlanRows {

  private static final int BATCH = 1000;

  /** Index of each step's parent by the step's index; -1 for the root. */
  private final int[] parents;

  private final boolean[] recoveries;
  private final Plan plan;

  private PlanRows(Plan plan) {
    this.plan = plan;
    this.parents = new int[plan.steps().size()];
    this.recoveries = new boolean[plan.steps().size()];
    parents[0] = -1;
    plan.steps().forEach(this::adopt);
  }

  /** Writes the plan unless its hash is there already; within the handle's transaction. */
  static void write(Handle handle, Plan plan, Instant now) {
    int written =
        handle
            .createUpdate(Sql.INSERT_PLAN)
            .bind("hash", plan.hash())
            .bind("recipeName", plan.recipeName())
            .bind("outputSelector", plan.output().selector())
            .bind("outputValue", plan.output().value())
            .bind("stepCount", plan.steps().size())
            .bind("createdAtMs", now.toEpochMilli())
            .execute();
    if (written == 1) {
      new PlanRows(plan).writeSteps(handle);
    }
  }

  private void adopt(Step step) {
    for (Step child : step.children()) {
      parents[child.index()] = step.index();
    }
    Step recover = step.recover();
    if (recover != null) {
      parents[recover.index()] = step.index();
      recoveries[recover.index()] = true;
    }
  }

  private void writeSteps(Handle handle) {
    List<Step> steps = plan.steps();
    try (PreparedBatch batch = handle.prepareBatch(Sql.INSERT_STEP)) {
      for (int i = 0; i < steps.size(); i++) {
        bind(batch, steps.get(i));
        if (batch.size() == BATCH || i == steps.size() - 1) {
          batch.execute();
        }
      }
    }
  }

  private void bind(PreparedBatch batch, Step step) {
    int parent = parents[step.index()];
    String argv = step.fold(leaf -> Json.write(leaf.argv()), group -> "[]");
    batch
        .bind("planHash", plan.hash())
        .bind("stepIndex", step.index())
        .bind("parentIndex", parent < 0 ? null : (Integer) parent)
        .bind("path", step.path())
        .bind("pointer", step.place().pointer())
        .bind("kind", kind(step))
        .bind("isRecovery", recoveries[step.index()])
        .bind("label", step.label())
        .bind("argv", argv)
        .bind("skipReason", step.skipReason());
    bind(batch, step.controls());
    batch.add();
  }

  private static void bind(PreparedBatch batch, Controls controls) {
    FailureScope failure = controls.failure();
    batch
        .bind("delayMs", controls.delayMillis())
        .bind("timeoutMs", controls.timeoutMillis())
        .bind("retry", controls.retry())
        .bind("failure", failure == null ? null : failure.word())
        .bind("concurrency", controls.concurrency())
        .bind("minSuccessful", controls.minSuccessful())
        .bind("retryDelayMs", controls.retries().delayMillis())
        .bind("retryBackoff", controls.retries().backoff())
        .bind("retryMaxDelayMs", controls.retries().maxDelayMillis());
  }

  /** Unlike {@link Step#kindWord}, tells a node around a single object from a sequence. */
  private static String kind(Step step) {
    return step.fold(leaf -> "leaf", group -> group.kind().name().toLowerCase(Locale.ROOT));
  }
}
