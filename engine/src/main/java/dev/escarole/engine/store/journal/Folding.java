package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a group. Most leaves begin and end within one; then the attempt's row also stands for
 * the two changes of its step, which is a third of the work. Used once, by one thread.
 */
final class Folding {

  /** With null for a row that another one stands for. */
  private final List<@Nullable JournalRow> rows;

  /** Places of the rows that tell that a step began to run. */
  private final Map<StepKey, Integer> running = new HashMap<>();

  /** Place of the last row of each run that is of an attempt. */
  private final Map<Long, Integer> attempts = new HashMap<>();

  /** Written out: what a record brings for this costs a short run more than its journal. */
  private record StepKey(long run, int step) {
    @Override
    public boolean equals(Object other) {
      return other instanceof StepKey key && run == key.run && step == key.step;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(run) * 31 + step;
    }
  }

  Folding(int events) {
    this.rows = new ArrayList<>(events);
  }

  /** Adds the next row. */
  void add(JournalRow row) {
    if (row instanceof JournalRow.Transition change) {
      add(change);
    } else if (row instanceof JournalRow.Attempt attempt) {
      add(attempt);
    } else {
      rows.add(row);
    }
  }

  private void add(JournalRow.Transition change) {
    Integer place = attempts.remove(change.run().number());
    if (place != null
        && rows.get(place) instanceof JournalRow.Attempt attempt
        && isEnd(attempt, change)) {
      rows.set(place, attempt.before(change));
      return;
    }
    if (change.event().state() == StepState.RUNNING && change.event().result() == null) {
      running.put(key(change), rows.size());
    }
    rows.add(change);
  }

  private static StepKey key(JournalRow.Transition change) {
    return new StepKey(change.run().number(), change.event().step().index());
  }

  /** Whether a change says nothing that the attempt before it does not say. */
  private static boolean isEnd(JournalRow.Attempt attempt, JournalRow.Transition change) {
    StepResult result = change.event().result();
    RunEvent.AttemptEnded end = attempt.event();
    return result != null
        && change.seq() == attempt.seq() + 1
        && change.event().step().index() == end.step().index()
        && result.reason() == null
        && result.exitCode() == end.result().outcome().exitCode()
        && result.outcome().word().equals(end.result().outcome().word());
  }

  private void add(JournalRow.Attempt attempt) {
    StepKey step = new StepKey(attempt.run().number(), attempt.event().step().index());
    Integer place = running.remove(step);
    JournalRow.Attempt row = attempt;
    if (place != null
        && rows.get(place) instanceof JournalRow.Transition began
        && began.event().at().toEpochMilli() == attempt.startedAt().toEpochMilli()) {
      row = attempt.after(began);
      rows.set(place, null);
    }
    attempts.put(attempt.run().number(), rows.size());
    rows.add(row);
  }

  /** Returns the rows, in order. */
  List<JournalRow> rows() {
    List<JournalRow> left = new ArrayList<>(rows.size());
    for (JournalRow row : rows) {
      if (row != null) {
        left.add(row);
      }
    }
    return left;
  }
}
