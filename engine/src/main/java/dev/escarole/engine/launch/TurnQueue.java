package dev.escarole.engine.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The queued runs of one recipe. Principals take turns, one run each; the runs of a principal start
 * in order of priority, then of their launches. Not thread-safe.
 */
final class TurnQueue {

  private static final Comparator<QueuedRun> ORDER =
      Comparator.comparingInt((QueuedRun run) -> -run.turn().turn().priority())
          .thenComparingLong(run -> run.turn().number());

  /** By principal, in order of turn; principals without runs are removed. */
  private final Map<String, TreeSet<QueuedRun>> waiting = new LinkedHashMap<>();

  private int size;

  void add(QueuedRun run) {
    if (waiting.computeIfAbsent(run.turn().principal(), missing -> new TreeSet<>(ORDER)).add(run)) {
      size++;
    }
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The next run; null if there is none. */
  @Nullable QueuedRun first() {
    return isEmpty() ? null : waiting.values().iterator().next().first();
  }

  /** Removes a run that has started; its principal waits for all others then. */
  void started(QueuedRun run) {
    if (remove(run)) {
      String principal = run.turn().principal();
      TreeSet<QueuedRun> rest = waiting.remove(principal);
      if (rest != null) {
        waiting.put(principal, rest);
      }
    }
  }

  /** Removes a run that does not start; returns whether it was queued. */
  boolean remove(QueuedRun run) {
    TreeSet<QueuedRun> own = waiting.get(run.turn().principal());
    if (own == null || !own.remove(run)) {
      return false;
    }
    size--;
    if (own.isEmpty()) {
      waiting.remove(run.turn().principal());
    }
    return true;
  }

  /** All runs, in the order in which they would start if no more were added. */
  List<QueuedRun> order() {
    List<Iterator<QueuedRun>> turns = new ArrayList<>();
    waiting.values().forEach(own -> turns.add(own.iterator()));
    List<QueuedRun> order = new ArrayList<>(size);
    while (order.size() < size) {
      for (Iterator<QueuedRun> own : turns) {
        if (own.hasNext()) {
          order.add(own.next());
        }
      }
    }
    return order;
  }
}
