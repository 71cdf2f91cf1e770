package dev.escarole.engine.store.database;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue of entries and the thread that writes them: it takes all queued entries as one
 * group. Entries count as queued until they are written. Thread-safe.
 *
 * <p>Waiting is not interruptible, because a worker is interrupted to stop its guest, not the
 * recording.
 *
 * @param <T> an entry
 */
public final class WriteBehind<T> {

  private static final Logger log = LoggerFactory.getLogger(WriteBehind.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Readers do not wait for a writer that has been failing for this long. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Attempts to write a group after the queue was closed. */
  private static final int LAST_TRIES = 5;

  /**
   * Limits of a queue.
   *
   * @param entries maximum number of entries, at least one
   * @param bytes maximum total bytes; a single larger entry is accepted when the queue is empty
   * @param linger how long the writer waits for more entries, unless one is urgent
   */
  public record Bounds(int entries, long bytes, Duration linger) {}

  private final String content;
  private final Bounds bounds;
  private final Consumer<List<T>> writer;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when an entry arrives or becomes urgent. */
  private final Condition arrived = lock.newCondition();

  /** Signalled when a group was written, failed, or was given up. */
  private final Condition settled = lock.newCondition();

  // The fields below are guarded by the lock.

  private List<T> waiting = new ArrayList<>();
  private long waitingBytes;
  private long takenBytes;

  /** Total numbers of entries that have reached each stage. */
  private long putCount;

  private long takenCount;
  private long settledCount;

  /** Entries up to this number are urgent. */
  private long urgentCount;

  /** {@link System#nanoTime} of the first failure; null unless the last attempt failed. */
  private @Nullable Long failingSince;

  private boolean closed;
  private boolean abandoned;

  /**
   * Creates a queue.
   *
   * @param thread name of the thread
   * @param content name of the entries in the log
   * @param writer writes a group on the thread; may use {@link #persist}
   */
  public WriteBehind(String thread, String content, Bounds bounds, Consumer<List<T>> writer) {
    this.content = content;
    this.bounds = bounds;
    this.writer = writer;
    this.thread = new Thread(this::writeAll, thread);
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /**
   * Appends an entry, blocking while the queue is full.
   *
   * @param bytes its size
   * @param urgent whether to write it without waiting for more
   * @return false if the queue is closed and the entry was not added
   */
  public boolean put(T entry, long bytes, boolean urgent) {
    lock.lock();
    try {
      while (!closed && isFull(bytes)) {
        hurry();
        settled.awaitUninterruptibly();
      }
      return !closed && append(entry, bytes, urgent);
    } finally {
      lock.unlock();
    }
  }

  /** Appends an entry unless the queue is closed or full. */
  public boolean offer(T entry, long bytes) {
    lock.lock();
    try {
      return !closed && !isFull(bytes) && append(entry, bytes, false);
    } finally {
      lock.unlock();
    }
  }

  private boolean append(T entry, long bytes, boolean urgent) {
    waiting.add(entry);
    waitingBytes += bytes;
    putCount++;
    if (urgent) {
      hurry();
    } else if (waiting.size() == 1) {
      arrived.signal();
    }
    return true;
  }

  private boolean isFull(long bytes) {
    long pendingBytes = waitingBytes + takenBytes;
    return putCount - settledCount >= bounds.entries()
        || (pendingBytes > 0 && pendingBytes + bytes > bounds.bytes());
  }

  private void hurry() {
    urgentCount = putCount;
    arrived.signal();
  }

  /**
   * Returns when all entries queued before are written.
   *
   * @return false if the writer has given up
   */
  public boolean flush() {
    lock.lock();
    try {
      long target = putCount;
      hurry();
      while (settledCount < target && !abandoned) {
        settled.awaitUninterruptibly();
      }
      return settledCount >= target;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Like {@link #flush}, but stops waiting once the writer has been failing for {@link #PATIENCE}.
   */
  public void catchUp() {
    boolean interrupted = false;
    lock.lock();
    try {
      long target = putCount;
      hurry();
      while (settledCount < target && !abandoned && patienceNanos() > 0) {
        interrupted |= isInterruptedWhileItAwaits(patienceNanos());
      }
    } finally {
      lock.unlock();
      restore(interrupted);
    }
  }

  private long patienceNanos() {
    return failingSince == null
        ? Long.MAX_VALUE
        : failingSince + PATIENCE.toNanos() - System.nanoTime();
  }

  @SuppressWarnings("WaitNotInLoop") // Its callers do, in a loop.
  private boolean isInterruptedWhileItAwaits(long nanos) {
    try {
      settled.awaitNanos(nanos);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The number of queued entries. */
  public long pending() {
    lock.lock();
    try {
      return putCount - settledCount;
    } finally {
      lock.unlock();
    }
  }

  /** The number of entries lost when the writer gave up; 0 if it has not. */
  public long lost() {
    lock.lock();
    try {
      return abandoned ? putCount - settledCount : 0;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Rejects new entries, writes the queued ones and ends the thread; an interrupt takes effect
   * afterwards.
   */
  public void close() {
    lock.lock();
    try {
      closed = true;
      arrived.signalAll();
      settled.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    restore(interrupted);
  }

  private void writeAll() {
    try {
      boolean more = true;
      while (more) {
        more = writeGroup();
      }
    } catch (GaveUp e) {
      log.error("The store closes while its database fails; {} {} are lost", pending(), content);
    } finally {
      abandon();
    }
  }

  /** A separate method, so that nothing references a written group while waiting for the next. */
  private boolean writeGroup() {
    List<T> group = take();
    if (group.isEmpty()) {
      return false;
    }
    writer.accept(group);
    settle();
    return true;
  }

  /** Takes all queued entries, waiting for the first; empty when the queue is closed and empty. */
  private List<T> take() {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        arrived.awaitUninterruptibly();
      }
      long left = bounds.linger().toNanos();
      while (left > 0 && !closed && urgentCount <= takenCount) {
        left = awaitArrival(left);
      }
      List<T> group = waiting;
      waiting = new ArrayList<>(Math.min(group.size(), 4096));
      takenBytes = waitingBytes;
      waitingBytes = 0;
      takenCount = putCount;
      return group;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // Its callers do, in a loop.
  private long awaitArrival(long nanos) {
    try {
      return arrived.awaitNanos(nanos);
    } catch (InterruptedException e) {
      // Nothing should interrupt the writer; if it happens, it waits less.
      log.warn("The thread that writes {} was interrupted; it continues", content, e);
      return 0;
    }
  }

  private void settle() {
    lock.lock();
    try {
      takenBytes = 0;
      settledCount = takenCount;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives up the remaining entries. */
  private void abandon() {
    lock.lock();
    try {
      closed = true;
      abandoned = true;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Repeats a part of the writer's work until it succeeds, with increasing pauses. Once the queue
   * is closed a few attempts are left; then the writer gives up, and the queued entries are lost.
   * Called by the writer only.
   *
   * @param isFinal whether a failure makes a retry pointless
   * @param failed receives every other failure and the following pause
   * @return the final failure; null if the work is done
   */
  public @Nullable Throwable persist(
      Runnable work, Predicate<Throwable> isFinal, BiConsumer<Throwable, Duration> failed) {
    Duration pause = FIRST_PAUSE;
    int triesAfterClose = 0;
    while (true) {
      try {
        work.run();
        failing(false);
        return null;
      } catch (RuntimeException | OutOfMemoryError e) {
        if (isFinal.test(e)) {
          failing(false);
          return e;
        }
        if (failing(true) && triesAfterClose++ == 0) {
          // A waiter exists.
          pause = FIRST_PAUSE;
        }
        if (triesAfterClose >= LAST_TRIES) {
          throw new GaveUp();
        }
        failed.accept(e, pause);
      }
      pause(pause);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }
  }

  /** Records the result of the last attempt; returns whether the queue is closed. */
  private boolean failing(boolean now) {
    lock.lock();
    try {
      if (!now) {
        failingSince = null;
      } else if (failingSince == null) {
        failingSince = System.nanoTime();
        settled.signalAll();
      }
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Waits; closing the queue ends the wait. */
  private void pause(Duration length) {
    lock.lock();
    try {
      boolean wasClosed = closed;
      long left = length.toNanos();
      while (left > 0 && closed == wasClosed) {
        left = awaitArrival(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Thrown when the queue is closed and the work still fails. */
  private static final class GaveUp extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
