package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunStatus;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Stores a run as it is launched. */
final class RunRows {

  private RunRows() {}

  /** Stores what a run can be found by. */
  static void label(Handle handle, long number, List<String> labels) throws SQLException {
    if (labels.isEmpty()) {
      return;
    }
    try (Batch batch = Batch.of(handle.getConnection(), Sql.INSERT_LABEL)) {
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
  static long insert(Handle handle, NewRun run, Plan plan, long engine, long epoch) {
    NewRun.Again again = run.again();
    return handle
        .createUpdate(Sql.INSERT_RUN)
        .bind("id", run.id().value())
        .bind("recipeName", plan.recipeName())
        .bind("planHash", plan.hash())
        .bind("principal", run.principal())
        .bind("recipeSource", run.recipeSource())
        .bind("launchValues", Json.write(run.values()))
        .bind("directories", Json.write(run.directories()))
        .bind("stdinSha256", run.stdin().sha256())
        .bind("startedAtMs", run.startedAt().toEpochMilli())
        .bind("status", RunStatus.RUNNING.word())
        .bind("rerunOf", again == null ? null : again.of().value())
        .bind("rerunScope", again == null ? null : again.scope().text())
        .bind("cache", run.cache())
        .bind("owner", engine)
        .bind("epoch", epoch)
        .executeAndReturnGeneratedKeys("number")
        .mapTo(Long.class)
        .one();
  }
}
