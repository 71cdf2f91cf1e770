package dev.escarole.engine.executor;

import dev.escarole.engine.command.WorkerSlot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs leaves on a fixed number of slots. Each thread that works holds one. A thread whose leaf
 * only waits gives its slot back ({@link WorkerSlot}), and another thread, made if need be, works
 * in it; when the wait is over, the thread gets the next slot that is free, before all that has not
 * begun. So there are as many threads as slots and waiting leaves.
 *
 * <p>Leaves go in the order in which they became ready, but the runs take turns. A worker that
 * makes the next leaf of a sequence ready goes on with it itself: handing it to another thread
 * would cost more than the leaf. After {@value #LONGEST_STREAK} leaves in a row it goes back to the
 * line, so that a long chain does not keep others waiting. Thread-safe.
 */
final class Workers implements WorkQueue, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int LONGEST_STREAK = 32;

  /**
   * A guest's calls are calls of the host: one that recurses needs more than Java's usual 1 MiB.
   */
  private static final long STACK_BYTES = 8L << 20;

  private final int slots;
  private final int mostWaiting;
  private final ReentrantLock lock = new ReentrantLock();

  // All that follows is guarded by the lock.

  private final Turns<Task> line = new Turns<>();

  /** Threads without work, the last one first. */
  private final Deque<Worker> idle = new ArrayDeque<>();

  /** Threads whose wait is over and that want a slot again. */
  private final Deque<Worker> returning = new ArrayDeque<>();

  private final Set<Worker> threads = new HashSet<>();

  /** Below zero while leaves that were stopped in their wait come to their end without a slot. */
  private int free;

  private int waiting;
  private int made;
  private boolean closed;

  /** Whether leaves in line stay there. */
  private boolean draining;

  /** Signalled when no leaf has begun that has not ended. */
  private final Condition calm = lock.newCondition();

  /**
   * @param slots how many leaves work at once
   * @param mostWaiting how many leaves besides may wait at once; further ones keep their slots
   */
  Workers(int slots, int mostWaiting) {
    this.slots = slots;
    this.mostWaiting = mostWaiting;
    this.free = slots;
    lock.lock();
    try {
      for (int i = 0; i < slots; i++) {
        idle.add(started(null));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void add(Task task) {
    Worker self = self();
    if (self != null && self.keep(task)) {
      return;
    }
    lock.lock();
    try {
      line.add(task.owner(), task);
      // A worker at its end comes to the line by itself in a moment: no other need be woken.
      if (self == null || !self.promise()) {
        handOut();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean remove(Task task) {
    lock.lock();
    try {
      return line.remove(task.owner(), task);
    } finally {
      lock.unlock();
    }
  }

  /** Tells that the calling worker's leaf has ended; what it adds from now on follows from that. */
  void leafEnded() {
    Worker self = self();
    if (self != null) {
      self.atEnd = true;
    }
  }

  private @Nullable Worker self() {
    return Thread.currentThread() instanceof Worker worker && worker.pool() == this ? worker : null;
  }

  /** How many leaves work at once. */
  int count() {
    return slots;
  }

  /** Slots that are taken now. */
  int busy() {
    lock.lock();
    try {
      return Math.min(slots, slots - free);
    } finally {
      lock.unlock();
    }
  }

  /** Leaves that have begun and wait without a slot. */
  int waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /** Leaves whose wait is over and that want a slot again. */
  int returning() {
    lock.lock();
    try {
      return returning.size();
    } finally {
      lock.unlock();
    }
  }

  /** Tasks that wait for a worker. */
  int queued() {
    lock.lock();
    try {
      return line.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Begins no leaf any more, and waits until those that have begun have ended.
   *
   * @throws InterruptedException if this thread is interrupted; no leaf begins all the same
   */
  void drain() throws InterruptedException {
    lock.lock();
    try {
      draining = true;
      while (free != slots || waiting > 0 || !returning.isEmpty()) {
        calm.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Begins leaves again after {@link #drain}. */
  void goOn() {
    lock.lock();
    try {
      draining = false;
      handOut();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the threads once the tasks in line are done; waits for them. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      idle.forEach(Worker::end);
      idle.clear();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    for (Worker worker = anyThread(); worker != null; worker = anyThread()) {
      interrupted |= !joined(worker);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Worker anyThread() {
    lock.lock();
    try {
      return threads.isEmpty() ? null : threads.iterator().next();
    } finally {
      lock.unlock();
    }
  }

  private boolean joined(Worker worker) {
    try {
      worker.join();
      return true;
    } catch (InterruptedException e) {
      return false;
    } finally {
      forget(worker);
    }
  }

  private void forget(Worker worker) {
    lock.lock();
    try {
      threads.remove(worker);
    } finally {
      lock.unlock();
    }
  }

  // With the lock held

  private Worker started(@Nullable Task first) {
    Worker worker = new Worker("escarole-worker-" + ++made, first);
    worker.start();
    threads.add(worker);
    return worker;
  }

  /** Gives free slots away: to threads that come back from a wait, then to what is in line. */
  private void handOut() {
    while (free > 0 && !returning.isEmpty()) {
      free--;
      returning.remove().admit();
    }
    while (free > 0 && !draining && !line.isEmpty() && handOutOne()) {
      free--;
    }
  }

  private boolean handOutOne() {
    Worker worker = idle.pollLast();
    if (worker != null) {
      worker.assign(taken());
      return true;
    }
    Task task = line.first();
    try {
      Worker unused = started(task);
    } catch (OutOfMemoryError e) {
      LOG.warn("The host has no room for another thread; work waits for one that is there", e);
      return false;
    }
    taken();
    return true;
  }

  private Task taken() {
    Task task = line.take();
    task.taken();
    return task;
  }

  /** One thread; it holds a slot but for its waits. */
  private final class Worker extends Thread implements WorkerSlot {

    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private @Nullable Task assigned;
    private boolean admitted;
    private boolean ended;

    // Confined to this thread.
    private @Nullable Task kept;
    private boolean promised;
    private boolean atEnd;
    private int streak;

    Worker(String name, @Nullable Task first) {
      super(null, null, name, STACK_BYTES);
      this.assigned = first;
    }

    Workers pool() {
      return Workers.this;
    }

    /** Keeps what follows from the leaf that has just ended here. */
    boolean keep(Task task) {
      if (!atEnd || !task.continues() || kept != null || promised || streak >= LONGEST_STREAK) {
        return false;
      }
      kept = task;
      return true;
    }

    /** Whether this thread will itself see to one more task in line. */
    boolean promise() {
      if (!atEnd || kept != null || promised) {
        return false;
      }
      promised = true;
      return true;
    }

    void assign(Task task) {
      assigned = task;
      changed.signal();
    }

    void admit() {
      admitted = true;
      changed.signal();
    }

    void end() {
      ended = true;
      changed.signal();
    }

    @Override
    public void run() {
      Task task = awaitTask();
      while (task != null) {
        perform(task);
        // Nothing holds the task, and its whole run, while the next one is awaited.
        task = null;
        task = next();
      }
    }

    private void perform(Task task) {
      atEnd = false;
      promised = false;
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error("BUG: a leaf's task threw; the worker goes on with the next", e);
      }
    }

    private @Nullable Task next() {
      Task following = kept;
      kept = null;
      lock.lock();
      try {
        if (following != null && free >= 0 && !draining) {
          streak++;
          following.taken();
          return following;
        }
        streak = 0;
        free++;
        if (following != null) {
          line.add(following.owner(), following);
        }
        return fromLine();
      } finally {
        lock.unlock();
      }
    }

    private @Nullable Task fromLine() {
      while (free > 0 && !returning.isEmpty()) {
        free--;
        returning.remove().admit();
      }
      if (free <= 0 || line.isEmpty() || draining) {
        return idle();
      }
      free--;
      Task task = Workers.this.taken();
      handOut();
      return task;
    }

    /** As many threads as slots stay for what comes; those that stood in for waiting ones go. */
    private @Nullable Task idle() {
      calm.signalAll();
      if (closed) {
        return null;
      }
      if (idle.size() >= slots) {
        threads.remove(this);
        return null;
      }
      idle.add(this);
      return awaitAssigned();
    }

    private @Nullable Task awaitTask() {
      lock.lock();
      try {
        return awaitAssigned();
      } finally {
        lock.unlock();
      }
    }

    private @Nullable Task awaitAssigned() {
      while (assigned == null && !ended) {
        changed.awaitUninterruptibly();
      }
      // A late stop of a leaf that had already ended; the next one must not feel it.
      boolean unused = Thread.interrupted();
      Task task = assigned;
      assigned = null;
      return task;
    }

    @Override
    public boolean giveBack() {
      lock.lock();
      try {
        if (waiting >= mostWaiting) {
          return false;
        }
        waiting++;
        free++;
        handOut();
        return true;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void takeAgain() {
      boolean interrupted = false;
      lock.lock();
      try {
        admitted = false;
        returning.add(this);
        handOut();
        while (!admitted) {
          changed.await();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        if (!admitted) {
          returning.remove(this);
          free--;
        }
      } finally {
        waiting--;
        lock.unlock();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
