package dev.escarole.engine.store;

import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a plan and its steps, once per hash. */
final class PlanRows {

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

  /** Writes the plan unless its hash is stored already, in the connection's transaction. */
  static void write(Connection connection, Plan plan, Instant now) throws SQLException {
    if (insert(connection, plan, now) == 1) {
      new PlanRows(plan).writeSteps(connection);
    }
  }

  private static int insert(Connection connection, Plan plan, Instant now) throws SQLException {
    try (Batch row = Batch.of(connection, Sql.INSERT_PLAN)) {
      return row.text(plan.hash())
          .text(plan.recipeName())
          .text(plan.markedOutput().selector())
          .text(plan.markedOutput().value())
          .number(plan.steps().size())
          .number(now.toEpochMilli())
          .change();
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

  private void writeSteps(Connection connection) throws SQLException {
    try (Batch batch = Batch.of(connection, Sql.INSERT_STEP)) {
      for (Step step : plan.markedSteps()) {
        add(batch, step);
      }
      batch.send();
    }
  }

  private void add(Batch batch, Step step) throws SQLException {
    int parent = parents[step.index()];
    String argv = step.fold(leaf -> Json.write(leaf.argv()), group -> "[]");
    batch
        .text(plan.hash())
        .number(step.index())
        .number(parent < 0 ? null : (Integer) parent)
        .text(step.path())
        .text(step.place().pointer())
        .text(kind(step))
        .flag(recoveries[step.index()])
        .text(step.label())
        .text(argv);
    HandleSetting handle = step.fold(LeafStep::handle, group -> null);
    batch
        .text(settings(step.controls()))
        .text(step.skipReason())
        .text(handle == null ? null : HandleColumn.write(handle))
        .add();
  }

  private static @Nullable String settings(Controls controls) {
    return controls.equals(Controls.NONE) ? null : Json.write(controls.plain());
  }

  /** Unlike {@link Step#kindWord}, distinguishes a wrapper of a single node from a sequence. */
  private static String kind(Step step) {
    return step.fold(leaf -> "leaf", group -> group.kind().name().toLowerCase(Locale.ROOT));
  }
}
