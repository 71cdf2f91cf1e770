package dev.escarole.engine.executor;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A queue in which owners take turns, one item each, and the items of an owner keep their order.
 * Not thread-safe.
 *
 * @param <T> item type; an item can be in the queue only once
 */
final class FairQueue<T> {

  /** Items by owner, in order of turn; owners without items are removed. */
  private final Map<Object, Set<T>> waiting = new LinkedHashMap<>();

  private int size;

  void add(Object owner, T item) {
    if (waiting.computeIfAbsent(owner, missing -> new LinkedHashSet<>()).add(item)) {
      size++;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  T first() {
    return firstOf(waiting.values().iterator().next());
  }

  /**
   * Removes the next item and moves its owner to the end.
   *
   * @throws NoSuchElementException if the queue is empty
   */
  T take() {
    Map.Entry<Object, Set<T>> turn = waiting.entrySet().iterator().next();
    Object owner = turn.getKey();
    Set<T> items = turn.getValue();
    T item = firstOf(items);
    items.remove(item);
    size--;
    if (items.isEmpty()) {
      waiting.remove(owner);
    } else if (waiting.size() > 1) {
      waiting.remove(owner);
      waiting.put(owner, items);
    }
    return item;
  }

  /** Removes an item; returns whether it was in the queue. */
  boolean remove(Object owner, T item) {
    Set<T> items = waiting.get(owner);
    if (items == null || !items.remove(item)) {
      return false;
    }
    size--;
    if (items.isEmpty()) {
      waiting.remove(owner);
    }
    return true;
  }

  private static <T> T firstOf(Set<T> items) {
    Iterator<T> iterator = items.iterator();
    return iterator.next();
  }
}
