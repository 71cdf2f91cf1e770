package dev.escarole.web.live;

import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.StoredStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has come, and what of that nobody was told yet. What is heard before the store was
 * read is kept and then played on top of it; that some of it is in the store already does no harm,
 * as it is all played to its end. Thread-safe; every method but {@link #fill} takes microseconds.
 */
final class RunNow {

  /** What to tell. */
  record News(List<StepNow> steps, List<Join> joins, @Nullable RunEnd end) {
    boolean isEmpty() {
      return steps.isEmpty() && joins.isEmpty() && end == null;
    }
  }

  private StepNow[] steps = new StepNow[0];
  private final BitSet changed = new BitSet();
  private final Map<String, Join> joins = new LinkedHashMap<>();
  private final Map<String, Join> newJoins = new LinkedHashMap<>();
  private @Nullable List<RunEvent> early = new ArrayList<>();
  private @Nullable RunEnd end;
  private boolean endTold;

  /** Takes in what has happened; whether there is something to tell. */
  synchronized boolean hear(RunEvent event) {
    if (early != null) {
      early.add(event);
      return false;
    }
    return apply(event);
  }

  private boolean apply(RunEvent event) {
    if (event instanceof RunEvent.StepChanged change) {
      int index = change.step().index();
      set(index, steps[index].after(change));
    } else if (event instanceof RunEvent.AttemptStarted start) {
      int index = start.step().index();
      set(index, steps[index].atAttempt(start.attempt()));
    } else if (event instanceof RunEvent.JoinDecided decided) {
      decided(decided.join());
    } else if (event instanceof RunEvent.RunEnded ended) {
      ended(RunEnd.of(ended));
    } else {
      return false;
    }
    return true;
  }

  private void set(int index, StepNow step) {
    steps[index] = step;
    changed.set(index);
  }

  private void decided(Join join) {
    joins.put(join.path(), join);
    newJoins.put(join.path(), join);
  }

  /** Takes in that the run is over. */
  synchronized void ended(RunEnd how) {
    if (end == null) {
      end = how;
    }
  }

  /** Takes in what the store has, the first time or again; later times tell what has changed. */
  synchronized void fill(List<StoredStep> stored, List<Join> storedJoins) {
    List<RunEvent> heard = early;
    if (heard == null) {
      refill(stored, storedJoins);
      return;
    }
    steps = stored.stream().map(StepNow::of).toArray(StepNow[]::new);
    storedJoins.forEach(join -> joins.put(join.path(), join));
    early = null;
    heard.forEach(this::apply);
  }

  private void refill(List<StoredStep> stored, List<Join> storedJoins) {
    for (int i = 0; i < steps.length; i++) {
      StepNow step = StepNow.of(stored.get(i));
      if (!step.equals(steps[i])) {
        set(i, step);
      }
    }
    for (Join join : storedJoins) {
      if (!join.equals(joins.get(join.path()))) {
        decided(join);
      }
    }
  }

  /** What nobody was told yet, in plan order; from now on it counts as told. */
  synchronized News take() {
    List<StepNow> news = new ArrayList<>(changed.cardinality());
    changed.stream().forEach(index -> news.add(steps[index]));
    changed.clear();
    List<Join> decided = List.copyOf(newJoins.values());
    newJoins.clear();
    RunEnd toTell = endTold ? null : end;
    endTold |= end != null;
    return new News(news, decided, toTell);
  }

  /** All steps in plan order, as they are now. */
  synchronized List<StepNow> steps() {
    return List.of(steps);
  }

  /** The latest join of each parallel node that has decided one. */
  synchronized List<Join> joins() {
    return List.copyOf(joins.values());
  }

  /** How the run ended; null while it has not. */
  synchronized @Nullable RunEnd end() {
    return end;
  }
}
