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
 * A bounded queue of entries and the thread that writes them: it takes all that waits and hands it
 * over as one group. What it has taken counts as waiting until it is written. Thread-safe.
 *
 * <p>Waiting is not interruptible, because a worker is interrupted to stop the guest that it runs,
 * not the record of it.
 *
 * @param <T> an entry
 */
public final class WriteBehind<T> {

  private static final Logger log = LoggerFactory.getLogger(WriteBehind.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Once the writer has failed for so long, those who only read wait for it no more. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Tries of a group that are made after the queue was closed. */
  private static final int LAST_TRIES = 5;

  /**
   * How much may wait.
   *
   * @param entries most entries, of which there is room for one at least
   * @param bytes most bytes of them; a single larger one is taken when nothing else waits
   * @param linger how long the writer waits for more to write together, unless something is urgent
   */
  public record Bounds(int entries, long bytes, Duration linger) {}

  private final String content;
  private final Bounds bounds;
  private final Consumer<List<T>> writer;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();

  /** Something arrived, or something must not wait any longer. */
  private final Condition arrived = lock.newCondition();

  /** A group was written, fails to be, or never will be. */
  private final Condition settled = lock.newCondition();

  // All that follows is guarded by the lock.

  private List<T> waiting = new ArrayList<>();
  private long waitingBytes;
  private long takenBytes;

  /** Entries so far; each is the count of those that have got as far as that. */
  private long putCount;

  private long takenCount;
  private long settledCount;

  /** Entries up to this count must not wait for more. */
  private long urgentCount;

  /** Of {@link System#nanoTime}; null unless the last try to write has failed. */
  private @Nullable Long failingSince;

  private boolean closed;
  private boolean abandoned;

  /**
   * Makes a queue.
   *
   * @param thread name of the thread
   * @param content what entries are called, for the log
   * @param writer writes a group, on the thread; may use {@link #persist}
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
   * Appends an entry, when there is room.
   *
   * @param bytes bytes that it holds
   * @param urgent whether it is to be written without waiting for more
   * @return false if the queue was closed and it was not taken
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

  /** Appends an entry, unless the queue is closed or there is no room. */
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
   * Returns when all that was put before is written.
   *
   * @return false if it never will be, because the writer has given up
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

  /** Likewise, but waits no longer once the writer has failed for {@link #PATIENCE}. */
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

  /** Entries that were put and are not written. */
  public long pending() {
    lock.lock();
    try {
      return putCount - settledCount;
    } finally {
      lock.unlock();
    }
  }

  /** Entries that were not written before the writer gave up; 0 if it has not. */
  public long lost() {
    lock.lock();
    try {
      return abandoned ? putCount - settledCount : 0;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes no more entries, writes those that wait and ends the thread; an interrupt counts then.
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

  /** A method of its own: nothing holds a group, and its outputs, while the next is awaited. */
  private boolean writeGroup() {
    List<T> group = take();
    if (group.isEmpty()) {
      return false;
    }
    writer.accept(group);
    settle();
    return true;
  }

  /** All that waits, once there is something; empty when the queue is closed and empty. */
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
      // Nobody has a reason to interrupt the writer; if somebody does, it waits less.
      log.warn("The thread that writes {} was interrupted; it goes on", content, e);
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

  /** What is not written now will not be. */
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
   * Does a part of the writer's work, again and again until it succeeds, with longer and longer
   * pauses. Once the queue is closed a few tries are left; then the writer gives up, and what waits
   * is lost. Only for the writer.
   *
   * @param isFinal whether trying again makes no sense after this failure
   * @param failed hears of every other failure, and of the pause that follows
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
          // Somebody waits for the end.
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

  /** Notes how the last try went; returns whether the queue is closed. */
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

  /** Waits; closing the queue ends a wait that was under way. */
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

  /** The queue is closed and the work still fails. */
  private static final class GaveUp extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
