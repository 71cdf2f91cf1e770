package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.RunFacts;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.journal.StoredSignal;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Reads the stored history of one run. */
final class HistoryRows {

  private HistoryRows() {}

  static List<StoredStep> steps(Handle handle, RunId id) {
    Map<Integer, StoredStep.Progress> progress = StepRows.progress(handle, id);
    RunFacts facts = id.facts();
    return list(
        handle,
        Sql.STEPS,
        id,
        (row, context) -> {
          int index = row.getInt("step_index");
          return RowReader.step(row, progress.getOrDefault(index, StoredStep.Progress.NONE))
              .at(facts);
        });
  }

  static List<PlanReader.Row> plan(Handle handle, RunId id) {
    return list(
        handle,
        Sql.STEPS,
        id,
        (row, context) ->
            new PlanReader.Row(
                RowReader.step(row, StoredStep.Progress.NONE), row.getString("kind")));
  }

  static Plan.Output markedOutput(Handle handle, RunId id) {
    return list(handle, Sql.PLAN_OUTPUT, id, (row, context) -> RowReader.output(row)).get(0);
  }

  static List<StoredAttempt> attempts(Handle handle, RunId id) {
    return list(handle, Sql.ATTEMPTS, id, (row, context) -> RowReader.attempt(row));
  }

  static List<Join> joins(Handle handle, RunId id) {
    return list(handle, Sql.JOINS, id, (row, context) -> RowReader.join(row));
  }

  static List<StoredTransition> transitions(Handle handle, RunId id) {
    return list(handle, Sql.TRANSITIONS, id, (row, context) -> RowReader.transition(row));
  }

  static List<StoredSignal> signals(Handle handle, RunId id) {
    return list(handle, Sql.SIGNALS, id, (row, context) -> RowReader.signal(row));
  }

  static List<StoredResume> resumes(Handle handle, RunId id) {
    return list(handle, Sql.RESUMES, id, (row, context) -> RowReader.resume(row));
  }

  private static <T> List<T> list(Handle handle, String sql, RunId id, RowMapper<T> mapper) {
    return handle.createQuery(sql).bind("runId", id.value()).map(mapper).list();
  }
}
