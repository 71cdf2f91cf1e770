package dev.escarole.engine.store;

import dev.escarole.engine.command.ResultCache.Kept;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Results that wait to be written, and word of results that were used. Bounded; what finds no room
 * is turned away, as a cache may forget. Thread-safe.
 */
final class ResultQueue {

  /** How long the writer waits for more to write together. */
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final int MOST_TOUCHED = 100_000;

  private final long mostBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // All that follows is guarded by the lock.
  private Map<String, Kept> waiting = new HashMap<>();
  private Map<String, Kept> beingWritten = Map.of();
  private Set<String> touched = new HashSet<>();
  private long bytes;
  private boolean writing;
  private boolean hurried;
  private boolean closed;

  ResultQueue(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** What the writer is to do at once. */
  record Group(Map<String, Kept> results, Set<String> touched) {
    boolean isEmpty() {
      return results.isEmpty() && touched.isEmpty();
    }
  }

  void put(String key, Kept result) {
    lock.lock();
    try {
      long size = result.size() + ResultBounds.ROW_BYTES;
      if (closed || waiting.containsKey(key) || bytes + size > mostBytes) {
        return;
      }
      waiting.put(key, result);
      bytes += size;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void touch(String key) {
    lock.lock();
    try {
      if (!closed && touched.size() < MOST_TOUCHED && touched.add(key)) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A result that is not in the database yet. */
  Optional<Kept> find(String key) {
    lock.lock();
    try {
      Kept result = waiting.get(key);
      return Optional.ofNullable(result == null ? beingWritten.get(key) : result);
    } finally {
      lock.unlock();
    }
  }

  /** What there is to do, once there is something; empty when the queue is closed and empty. */
  Group take() {
    lock.lock();
    try {
      while (waiting.isEmpty() && touched.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      linger();
      Group group = new Group(waiting, touched);
      beingWritten = waiting;
      waiting = new HashMap<>();
      touched = new HashSet<>();
      writing = !group.isEmpty();
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void linger() {
    long left = LINGER_NANOS;
    try {
      while (left > 0 && !hurried && !closed) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt the writer; if somebody does, it writes smaller groups.
      hurried = true;
    }
  }

  /** What was taken last is written, or given up. */
  void settle() {
    lock.lock();
    try {
      for (Kept result : beingWritten.values()) {
        bytes -= result.size() + ResultBounds.ROW_BYTES;
      }
      beingWritten = Map.of();
      writing = false;
      hurried = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns when nothing waits any more. */
  void flush() {
    lock.lock();
    try {
      while (writing || !waiting.isEmpty() || !touched.isEmpty()) {
        hurried = true;
        changed.signalAll();
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
