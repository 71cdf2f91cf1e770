package dev.escarole.engine.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The entries that wait to be written. Bounded: who puts one when there is no room has to wait.
 *
 * <p>Any thread may put, flush and close; one thread takes and settles. Waiting is not
 * interruptible, because a worker is interrupted to stop a guest, not the record of it.
 *
 * @param <T> an entry
 */
final class AuditQueue<T> {

  /** Entries come in crowds or hardly at all; a crowd is written together. */
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final int most;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Condition settled = lock.newCondition();

  // All that follows is guarded by the lock.
  private List<T> waiting = new ArrayList<>();
  private long put;
  private long taken;
  private long done;
  private boolean stuck;
  private boolean hurried;
  private boolean closed;

  AuditQueue(int most) {
    this.most = most;
  }

  /** Appends an entry, when there is room; false if the queue was closed and it was not taken. */
  boolean put(T entry) {
    lock.lock();
    try {
      while (!closed && put - done >= most) {
        hurry();
        settled.awaitUninterruptibly();
      }
      if (closed) {
        return false;
      }
      waiting.add(entry);
      put++;
      if (waiting.size() == 1) {
        arrived.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void hurry() {
    hurried = true;
    arrived.signal();
  }

  /** Returns when all that was put before is settled. */
  void flush() {
    lock.lock();
    try {
      long target = put;
      while (done < target) {
        hurry();
        settled.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Likewise, but does not wait while what was taken is stuck. */
  void catchUp() {
    lock.lock();
    try {
      long target = put;
      while (done < target && !stuck) {
        hurry();
        settled.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Tells those who {@link #catchUp} whether what was taken can be written. */
  void stuck(boolean now) {
    lock.lock();
    try {
      stuck = now;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes what waits, once there is something; empty when the queue is closed and empty. */
  List<T> take() {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        arrived.awaitUninterruptibly();
      }
      pause(LINGER_NANOS);
      hurried = false;
      List<T> group = waiting;
      waiting = new ArrayList<>(Math.min(group.size(), 4096));
      taken = put;
      return group;
    } finally {
      lock.unlock();
    }
  }

  /** Waits so long, or until there is a hurry. */
  void pause(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !hurried && !closed) {
        left = arrived.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt the writer; if somebody does, it waits less.
      hurried = true;
    } finally {
      lock.unlock();
    }
  }

  /** What was taken last is written, or given up. */
  void settle() {
    lock.lock();
    try {
      done = taken;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

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
}
