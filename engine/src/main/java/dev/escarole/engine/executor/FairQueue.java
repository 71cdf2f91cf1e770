package dev.escarole.engine.executor;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * A queue in which principals take turns, then the recipes of each, then the runs of each recipe;
 * the items of a run keep their order. So another's items wait for one item of each principal, no
 * matter how many a flood has added. Not thread-safe.
 *
 * @param <T> item type; an item can be in the queue only once
 */
final class FairQueue<T> {

  private final Group<T> principals = new Group<>();
  private int size;

  void add(Turn turn, T item) {
    if (principals.at(turn.principal()).at(turn.recipe()).items(turn.run()).add(item)) {
      size++;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /**
   * The next item.
   *
   * @throws NoSuchElementException if the queue is empty
   */
  T first() {
    return principals.first();
  }

  /**
   * Removes the next item and moves its run, recipe and principal to the end.
   *
   * @throws NoSuchElementException if the queue is empty
   */
  T take() {
    T item = principals.take();
    size--;
    return item;
  }

  /**
   * The smallest time of an item; empty if the queue is. The items of a run are in order of time,
   * so only the first of each is looked at.
   *
   * @param time of an item
   */
  OptionalLong oldest(ToLongFunction<T> time) {
    return principals.oldest(time);
  }

  /** Removes an item; returns whether it was in the queue. */
  boolean remove(Turn turn, T item) {
    boolean removed = principals.remove(turn, 0, item);
    if (removed) {
      size--;
    }
    return removed;
  }

  /** What takes one turn at a time. */
  private sealed interface Share<T> {

    boolean isEmpty();

    T first();

    T take();

    OptionalLong oldest(ToLongFunction<T> time);

    boolean remove(Turn turn, int level, T item);
  }

  /** Shares that take turns, in their order; those without items are removed. */
  private static final class Group<T> implements Share<T> {
    private final Map<Object, Share<T>> shares = new LinkedHashMap<>();

    @SuppressWarnings("unchecked") // Each level has only one class of shares.
    Group<T> at(Object key) {
      return (Group<T>) shares.computeIfAbsent(key, missing -> new Group<>());
    }

    @SuppressWarnings("unchecked")
    Set<T> items(Object key) {
      return ((Items<T>) shares.computeIfAbsent(key, missing -> new Items<>())).all;
    }

    @Override
    public boolean isEmpty() {
      return shares.isEmpty();
    }

    @Override
    public T first() {
      return shares.values().iterator().next().first();
    }

    @Override
    public T take() {
      Map.Entry<Object, Share<T>> turn = shares.entrySet().iterator().next();
      Object key = turn.getKey();
      Share<T> share = turn.getValue();
      T item = share.take();
      if (share.isEmpty()) {
        shares.remove(key);
      } else if (shares.size() > 1) {
        shares.remove(key);
        shares.put(key, share);
      }
      return item;
    }

    @Override
    public OptionalLong oldest(ToLongFunction<T> time) {
      return shares.values().stream()
          .map(share -> share.oldest(time))
          .filter(OptionalLong::isPresent)
          .mapToLong(OptionalLong::getAsLong)
          .min();
    }

    @Override
    public boolean remove(Turn turn, int level, T item) {
      Object key = level == 0 ? turn.principal() : level == 1 ? turn.recipe() : turn.run();
      Share<T> share = shares.get(key);
      if (share == null || !share.remove(turn, level + 1, item)) {
        return false;
      }
      if (share.isEmpty()) {
        shares.remove(key);
      }
      return true;
    }
  }

  /** The items of one run, in order. */
  private static final class Items<T> implements Share<T> {
    private final Set<T> all = new LinkedHashSet<>();

    @Override
    public boolean isEmpty() {
      return all.isEmpty();
    }

    @Override
    public T first() {
      return all.iterator().next();
    }

    @Override
    public T take() {
      Iterator<T> items = all.iterator();
      T item = items.next();
      items.remove();
      return item;
    }

    @Override
    public OptionalLong oldest(ToLongFunction<T> time) {
      return isEmpty() ? OptionalLong.empty() : OptionalLong.of(time.applyAsLong(first()));
    }

    @Override
    public boolean remove(Turn turn, int level, T item) {
      return all.remove(item);
    }
  }
}
