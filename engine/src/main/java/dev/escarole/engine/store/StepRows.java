package dev.escarole.engine.store;

import dev.escarole.engine.plan.RunFacts;
import dev.escarole.engine.run.RunCounter;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Reads steps of a run, with the state of each. */
final class StepRows {

  private static final String PARALLEL = "parallel";

  private StepRows() {}

  /** The progress of each step that has started, by index. */
  static Map<Integer, StoredStep.Progress> progress(Handle handle, RunId id) {
    Map<Integer, StoredStep.Progress> progress = new HashMap<>();
    handle
        .createQuery(Sql.TRANSITIONS)
        .bind("runId", id.value())
        .map((row, context) -> RowReader.transition(row))
        .forEach(
            next ->
                progress.merge(
                    next.stepIndex(),
                    StoredStep.Progress.NONE.after(next),
                    (before, unused) -> before.after(next)));
    return progress;
  }

  /** The state of each step that has started, by index. */
  static Map<Integer, StepState> states(Handle handle, RunId id) {
    Map<Integer, StepState> states = new HashMap<>();
    handle
        .createQuery(Sql.STATES)
        .bind("runId", id.value())
        .map((row, context) -> Map.entry(row.getInt(1), RowReader.state(row.getString(2))))
        .forEach(state -> states.put(state.getKey(), state.getValue()));
    return states;
  }

  /** How each step is counted, by index; steps of a recovery are not counted. */
  static List<RunCounter.Role> roles(Handle handle, RunId id) {
    List<RunCounter.Role> roles = new ArrayList<>();
    List<Boolean> parallel = new ArrayList<>();
    List<Boolean> inRecovery = new ArrayList<>();
    handle
        .createQuery(Sql.SHAPE)
        .bind("runId", id.value())
        .map((row, context) -> Shape.of(row.getObject(1), row.getString(2), row.getBoolean(3)))
        .forEach(
            step -> {
              // Parents come before their children.
              boolean root = step.parent < 0;
              boolean hidden = step.recovery || (!root && inRecovery.get(step.parent));
              boolean branch = !root && parallel.get(step.parent);
              inRecovery.add(hidden);
              parallel.add(step.kind.equals(PARALLEL));
              roles.add(
                  hidden
                      ? RunCounter.Role.NONE
                      : new RunCounter.Role(step.kind.equals("leaf"), branch));
            });
    return roles;
  }

  /** The columns that decide how a step is counted; the parent is -1 for the root. */
  private record Shape(int parent, String kind, boolean recovery) {
    static Shape of(@org.jspecify.annotations.Nullable Object parent, String kind, boolean rec) {
      return new Shape(parent instanceof Number index ? index.intValue() : -1, kind, rec);
    }
  }

  static List<StoredStep> page(Handle handle, RunId id, StepQuery query) {
    Map<Integer, StoredStep.Progress> progress = progress(handle, id);
    List<Integer> chosen = new ArrayList<>();
    for (int index : candidates(handle, id, query)) {
      StoredStep.Progress own = progress.getOrDefault(index, StoredStep.Progress.NONE);
      if (query.states().isEmpty() || query.states().contains(own.state())) {
        chosen.add(index);
      }
      if (chosen.size() == query.limit()) {
        break;
      }
    }
    return read(handle, id, chosen, progress);
  }

  /** The indexes of the matching steps in any state. */
  private static List<Integer> candidates(Handle handle, RunId id, StepQuery query) {
    String sql = Sql.STEP_INDEXES;
    sql += query.parent() == null ? "" : Sql.WITH_PARENT;
    sql += query.text() == null ? "" : Sql.WITH_STEP_TEXT;
    // States are filtered afterwards, so there is no limit here.
    boolean anyState = query.states().isEmpty();
    sql += Sql.BY_STEP_INDEX + (anyState ? " limit :limit" : "");
    Query select =
        handle.createQuery(sql).bind("runId", id.value()).bind("after", query.afterIndex());
    if (query.parent() != null) {
      select.bind("parent", query.parent());
    }
    if (query.text() != null) {
      String text = query.text().toLowerCase(Locale.ROOT);
      select.bind("text", '%' + RunListRows.literal(text) + '%');
    }
    if (anyState) {
      select.bind("limit", query.limit());
    }
    return select.mapTo(Integer.class).list();
  }

  private static List<StoredStep> read(
      Handle handle, RunId id, List<Integer> indexes, Map<Integer, StoredStep.Progress> progress) {
    if (indexes.isEmpty()) {
      return List.of();
    }
    RunFacts facts = id.facts();
    // A range is faster than a list, and steps are mostly consecutive.
    return handle
        .createQuery(Sql.STEPS_BETWEEN)
        .bind("runId", id.value())
        .bind("from", indexes.get(0))
        .bind("to", indexes.get(indexes.size() - 1))
        .bindArray("indexes", Integer.class, indexes)
        .map(
            (row, context) -> {
              int index = row.getInt("step_index");
              return RowReader.step(row, progress.getOrDefault(index, StoredStep.Progress.NONE))
                  .at(facts);
            })
        .list();
  }

  static Optional<StepDetails> step(Handle handle, RunId id, String path) {
    RunFacts facts = id.facts();
    Optional<StoredStep> found =
        handle
            .createQuery(Sql.STEP_AT)
            .bind("runId", id.value())
            .bind("path", path)
            .map((row, context) -> RowReader.step(row, StoredStep.Progress.NONE).at(facts))
            .findOne();
    return found.map(step -> details(handle, id, step));
  }

  private static StepDetails details(Handle handle, RunId id, StoredStep step) {
    int index = step.place().index();
    List<StoredTransition> transitions =
        handle
            .createQuery(Sql.TRANSITIONS_OF_STEP)
            .bind("runId", id.value())
            .bind("stepIndex", index)
            .map((row, context) -> RowReader.transition(row))
            .list();
    List<StoredAttempt> attempts =
        handle
            .createQuery(Sql.ATTEMPTS_OF_STEP)
            .bind("runId", id.value())
            .bind("stepIndex", index)
            .map((row, context) -> RowReader.attempt(row))
            .list();
    StoredStep.Progress progress = StoredStep.Progress.NONE;
    for (StoredTransition next : transitions) {
      progress = progress.after(next);
    }
    return new StepDetails(step.with(progress), transitions, attempts);
  }
}
