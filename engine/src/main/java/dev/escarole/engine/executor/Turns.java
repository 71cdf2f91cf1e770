package dev.escarole.engine.executor;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Items that wait, each for somebody: those who have items take turns, an item each, and the items
 * of one go in the order in which they came. Not thread-safe.
 *
 * @param <T> compared by identity or with equals, the same item once at a time
 */
final class Turns<T> {

  /** Who has items, in order of turn; nobody is in it without one. */
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

  /** Returns the item whose turn it is, which stays. */
  T first() {
    return firstOf(waiting.values().iterator().next());
  }

  /**
   * Removes the item whose turn it is; its owner goes to the end.
   *
   * @throws NoSuchElementException if there is none
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

  /** Removes an item out of turn; returns whether it was there. */
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
