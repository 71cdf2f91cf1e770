package dev.escarole.engine.store;

import dev.escarole.engine.run.RunEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events that wait to be committed, in order of arrival. Bounded: who puts more than fits has
 * to wait, and what the writer has taken counts until it is settled.
 *
 * <p>Any thread may put, flush and close; one thread takes and settles. Waiting is not
 * interruptible, because a worker is interrupted to stop the guest that it runs, not the record of
 * it.
 */
final class JournalQueue {

  private static final Logger log = LoggerFactory.getLogger(JournalQueue.class);

  private final int maxEvents;
  private final long maxBytes;

  private final ReentrantLock lock = new ReentrantLock();

  /** Something arrived, or something must not wait any longer. */
  private final Condition arrived = lock.newCondition();

  /** A group was settled, or never will be. */
  private final Condition settled = lock.newCondition();

  // All that follows is guarded by the lock.

  private List<RunEvent> waiting = new ArrayList<>();
  private long waitingBytes;
  private long takenBytes;

  /** Events so far; each is the count of those that have got as far as that. */
  private long recordedCount;

  private long takenCount;
  private long settledCount;

  /** Events up to this count must not wait for more. */
  private long urgentCount;

  private boolean closed;
  private boolean abandoned;

  JournalQueue(int maxEvents, long maxBytes) {
    this.maxEvents = maxEvents;
    this.maxBytes = maxBytes;
  }

  /**
   * Appends an event, when there is room.
   *
   * @param bytes bytes of output that it holds
   */
  void put(RunEvent event, long bytes) {
    lock.lock();
    try {
      while (!closed && isFull(bytes)) {
        hurry();
        settled.awaitUninterruptibly();
      }
      if (closed) {
        throw new StoreException("An event came after the store was closed: " + event, null);
      }
      waiting.add(event);
      waitingBytes += bytes;
      recordedCount++;
      if (event instanceof RunEvent.RunEnded) {
        hurry();
      } else if (waiting.size() == 1) {
        arrived.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull(long bytes) {
    long pendingBytes = waitingBytes + takenBytes;
    return recordedCount - settledCount >= maxEvents
        || (pendingBytes > 0 && pendingBytes + bytes > maxBytes);
  }

  private void hurry() {
    urgentCount = recordedCount;
    arrived.signal();
  }

  /** Waits until all that was put before is settled. */
  void flush() {
    lock.lock();
    try {
      long target = recordedCount;
      hurry();
      while (settledCount < target && !abandoned) {
        settled.awaitUninterruptibly();
      }
      if (settledCount < target) {
        throw lost();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes all that waits, when something does, and when either something must not wait any longer
   * or the delay has passed.
   *
   * @return what was taken; empty when the queue is closed and nothing is left
   */
  List<RunEvent> take(long delayNanos) {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        arrived.awaitUninterruptibly();
      }
      linger(delayNanos);
      List<RunEvent> group = waiting;
      waiting = new ArrayList<>(Math.min(group.size(), 4096));
      takenBytes = waitingBytes;
      waitingBytes = 0;
      takenCount = recordedCount;
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void linger(long delayNanos) {
    await(delayNanos, () -> closed || urgentCount > takenCount);
  }

  /** What was taken last is committed, or given up for a reason that was logged. */
  void settle() {
    lock.lock();
    try {
      takenBytes = 0;
      settledCount = takenCount;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits; closing the queue ends a wait that was under way. */
  void pause(long nanos) {
    lock.lock();
    try {
      boolean wasClosed = closed;
      await(nanos, () -> closed != wasClosed);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until so much time has passed or the condition holds. */
  private void await(long nanos, BooleanSupplier condition) {
    long left = nanos;
    try {
      while (left > 0 && !condition.getAsBoolean()) {
        left = arrived.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt the writer; if somebody does, it waits less.
      log.warn("The journal's thread was interrupted; it goes on. No action needed.", e);
    }
  }

  /** Takes no more events; those that wait are still to be written. */
  void close() {
    lock.lock();
    try {
      closed = true;
      arrived.signalAll();
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** What is not settled now will not be. */
  void abandon() {
    lock.lock();
    try {
      closed = true;
      abandoned = true;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Events that were put and not settled. */
  long pending() {
    lock.lock();
    try {
      return recordedCount - settledCount;
    } finally {
      lock.unlock();
    }
  }

  private StoreException lost() {
    return new StoreException(
        "The store was closed while its database failed; %d events were not written. Runs that"
                .formatted(recordedCount - settledCount)
            + " were under way go on from their last committed step.",
        null);
  }
}
