package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Stores a run as it is launched. */
final class RunRows {

  private RunRows() {}

  /** Stores what a run can be found by. */
  static void label(Connection connection, long number, List<String> labels) throws SQLException {
    if (labels.isEmpty()) {
      return;
    }
    try (Batch batch = Batch.of(connection, Sql.INSERT_LABEL)) {
      for (String label : labels) {
        batch.number(number).text(label).add();
      }
      batch.send();
    }
  }

  /**
   * Stores a run that an engine has claimed.
   *
   * @return its number
   */
  static long insert(Connection connection, NewRun run, Plan plan, long engine, long epoch)
      throws SQLException {
    NewRun.Again again = run.again();
    try (Batch row = Batch.withKey(connection, Sql.INSERT_RUN)) {
      return row.text(run.id().value())
          .text(plan.recipeName())
          .text(plan.hash())
          .text(run.principal())
          .text(run.recipeSource())
          .text(Json.write(run.values()))
          .text(Json.write(run.directories()))
          .text(run.stdin().sha256())
          .number(run.startedAt().toEpochMilli())
          .text(RunStatus.RUNNING.word())
          .number(engine)
          .number(epoch)
          .text(again == null ? null : again.of().value())
          .text(again == null ? null : again.scope().text())
          .flag(run.cache())
          .text(ComputedColumn.write(run.computed()))
          .key();
    }
  }
}
