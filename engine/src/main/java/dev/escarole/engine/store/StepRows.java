package dev.escarole.engine.store;

import dev.escarole.engine.plan.RunFacts;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Reads steps of a run, with the state of each. */
final class StepRows {

  /** Steps that are read by a list of their indexes. */
  private static final int MOST_LISTED = 500;

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
        .createQuery(Sql.TRANSITIONS)
        .bind("runId", id.value())
        .map((row, context) -> RowReader.transition(row))
        .forEach(next -> states.put(next.stepIndex(), next.state()));
    return states;
  }

  static List<StoredStep> all(Handle handle, RunId id) {
    return all(handle, id, progress(handle, id));
  }

  private static List<StoredStep> all(
      Handle handle, RunId id, Map<Integer, StoredStep.Progress> progress) {
    RunFacts facts = id.facts();
    return handle
        .createQuery(Sql.STEPS)
        .bind("runId", id.value())
        .map((row, context) -> read(row, facts, progress))
        .list();
  }

  private static StoredStep read(
      ResultSet row, RunFacts facts, Map<Integer, StoredStep.Progress> progress)
      throws SQLException {
    int index = row.getInt("step_index");
    return RowReader.step(row, progress.getOrDefault(index, StoredStep.Progress.NONE)).at(facts);
  }

  static List<StoredStep> page(Handle handle, RunId id, StepQuery query) {
    Map<Integer, StoredStep.Progress> progress = progress(handle, id);
    Set<Integer> ofCause =
        query.cause() == null ? null : ofCause(handle, id, progress, query.cause());
    List<Integer> chosen = new ArrayList<>();
    for (int index : candidates(handle, id, query)) {
      StoredStep.Progress own = progress.getOrDefault(index, StoredStep.Progress.NONE);
      boolean inState = query.states().isEmpty() || query.states().contains(own.state());
      if (inState && (ofCause == null || ofCause.contains(index))) {
        chosen.add(index);
      }
      if (chosen.size() == query.limit()) {
        break;
      }
    }
    return read(handle, id, chosen, progress);
  }

  private static Set<Integer> ofCause(
      Handle handle, RunId id, Map<Integer, StoredStep.Progress> progress, String cause) {
    Set<Integer> found = new HashSet<>();
    failures(handle, id, progress)
        .forEach(
            (index, failed) -> {
              if (cause.equals(StepQuery.ANY_CAUSE) || failed.cause().key().equals(cause)) {
                found.add(index);
              }
            });
    return found;
  }

  /** The steps that failed by themselves, by index; reads only failed steps. */
  static Map<Integer, CauseTally.Failed> failures(Handle handle, RunId id) {
    return failures(handle, id, progress(handle, id));
  }

  private static Map<Integer, CauseTally.Failed> failures(
      Handle handle, RunId id, Map<Integer, StoredStep.Progress> progress) {
    List<Integer> failed =
        progress.entrySet().stream()
            .filter(each -> StoredFailures.hasFailed(each.getValue().state()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    if (failed.isEmpty()) {
      return Map.of();
    }
    // A long list of indexes takes longer to compare than all steps take to read.
    List<StoredStep> steps =
        failed.size() > MOST_LISTED
            ? all(handle, id, progress)
            : read(handle, id, failed, progress);
    Map<Integer, StoredAttempt> last = new HashMap<>();
    handle
        .createQuery(Sql.FAILED_ATTEMPTS)
        .bind("runId", id.value())
        .map((row, context) -> RowReader.attempt(row))
        .forEach(attempt -> last.put(attempt.stepIndex(), attempt));
    return StoredFailures.of(steps, last);
  }

  /** Attempts that have printed something, with their steps. */
  static List<LoggedAttempt> outputs(Handle handle, RunId id, OutputQuery query) {
    Query select =
        handle
            .createQuery(Sql.outputs(query))
            .bind("runId", id.value())
            .bind("seq", query.seq())
            .bind("limit", query.limit());
    if (query.under() != null) {
      select.bind("under", query.under()).bind("within", query.under() + ".%");
    }
    List<StoredAttempt> attempts = select.map((row, context) -> RowReader.attempt(row)).list();
    List<Integer> indexes =
        attempts.stream().map(StoredAttempt::stepIndex).distinct().sorted().toList();
    Map<Integer, StoredStep> steps = new HashMap<>();
    read(handle, id, indexes, Map.of()).forEach(step -> steps.put(step.place().index(), step));
    return attempts.stream()
        .map(
            attempt ->
                new LoggedAttempt(Objects.requireNonNull(steps.get(attempt.stepIndex())), attempt))
        .toList();
  }

  /** The indexes of the matching steps in any state. */
  private static List<Integer> candidates(Handle handle, RunId id, StepQuery query) {
    String sql = Sql.STEP_INDEXES;
    sql += query.parent() == null ? "" : Sql.WITH_PARENT;
    sql += query.text() == null ? "" : Sql.WITH_STEP_TEXT;
    // States and causes are filtered afterwards, so there is no limit here.
    boolean anyState = query.states().isEmpty() && query.cause() == null;
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
        .map((row, context) -> read(row, facts, progress))
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
