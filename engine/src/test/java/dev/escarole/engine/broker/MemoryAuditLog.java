package dev.escarole.engine.broker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** An audit log that keeps the latest calls in memory, up to its capacity. Thread-safe. */
public final class MemoryAuditLog implements AuditLog {

  private final int capacity;
  private final Deque<Entry> entries = new ArrayDeque<>();

  /**
   * Creates an empty log.
   *
   * @param capacity the maximum number of calls, 1 or more
   * @throws IllegalArgumentException if the capacity is below 1
   */
  public MemoryAuditLog(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "MemoryAuditLog.capacity must be 1 or more, was " + capacity);
    }
    this.capacity = capacity;
  }

  @Override
  public void record(Entry entry) {
    synchronized (entries) {
      if (entries.size() == capacity) {
        entries.removeFirst();
      }
      entries.addLast(entry);
    }
  }

  /** Returns the current entries, the oldest first. */
  public List<Entry> entries() {
    synchronized (entries) {
      return List.copyOf(entries);
    }
  }
}
