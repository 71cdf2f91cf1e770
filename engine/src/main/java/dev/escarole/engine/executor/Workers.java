package dev.escarole.engine.executor;

import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.executor.Pacer.WorkQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs leaves on a fixed number of slots. Each working thread holds one. A thread whose leaf only
 * waits releases its slot ({@link WorkerSlot}) to another thread, which is created if necessary.
 * After the wait, the thread gets the next free slot, before new tasks. So there are as many
 * threads as slots plus waiting leaves.
 *
 * <p>Leaves run in the order in which they became ready, but principals take turns, then their
 * recipes, then the runs of a recipe ({@link FairQueue}). A worker that makes the next leaf of a
 * sequence ready continues with it, because passing it to another thread would cost more than the
 * leaf. After {@value #LONGEST_STREAK} leaves in a row it returns to the queue, so that a long
 * chain does not block others. Thread-safe.
 */
final class Workers implements WorkQueue, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int LONGEST_STREAK = 32;

  /**
   * Guest calls use the host's stack, so recursive guests need more than Java's default of 1 MiB.
   */
  private static final long STACK_BYTES = 8L << 20;

  private final int slots;
  private final int mostWaiting;
  private final ReentrantLock lock = new ReentrantLock();

  // All that follows is guarded by the lock.

  private final FairQueue<Task> line = new FairQueue<>();

  /** Idle threads, most recent first. */
  private final Deque<Worker> idle = new ArrayDeque<>();

  /** Threads whose wait is over and that need a slot again. */
  private final Deque<Worker> returning = new ArrayDeque<>();

  private final Set<Worker> threads = new HashSet<>();

  /** Negative while leaves that were stopped during their wait finish without a slot. */
  private int free;

  /** Slots of threads that wait for memory; only for threads that return from a wait. */
  private int lent;

  private int waiting;
  private int made;
  private boolean closed;

  /** Whether leaves in line stay there. */
  private boolean draining;

  /** Signalled when no leaf has begun that has not ended. */
  private final Condition calm = lock.newCondition();

  /**
   * @param slots number of leaves that work at once
   * @param mostWaiting number of leaves that may wait without a slot; further ones keep their slots
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
      // A worker at the end of its task takes the next one itself, so no other is woken.
      if (self == null || !self.promise()) {
        handOut();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean remove(Task task) {
    return locked(() -> line.remove(task.owner(), task));
  }

  /** Marks the end of the calling worker's leaf; tasks that it adds afterwards continue it. */
  void leafEnded() {
    Worker self = self();
    if (self != null) {
      self.atEnd = true;
    }
  }

  private @Nullable Worker self() {
    return Thread.currentThread() instanceof Worker worker && worker.pool() == this ? worker : null;
  }

  int count() {
    return slots;
  }

  int busy() {
    return locked(() -> Math.min(slots, slots - free));
  }

  /** Number of started leaves that wait without a slot. */
  int waiting() {
    return locked(() -> waiting);
  }

  /** Number of leaves whose wait is over and that need a slot again. */
  int returning() {
    return locked(() -> returning.size());
  }

  int queued() {
    return locked(() -> line.size());
  }

  /** How long the task has been queued that has been longest; null if none is. */
  @Nullable Duration oldest() {
    long now = System.nanoTime();
    return locked(() -> longest(now));
  }

  /**
   * Begins no leaf any more, and waits so long at most until those that have begun have ended.
   *
   * @return whether they have
   * @throws InterruptedException if this thread is interrupted; no leaf begins all the same
   */
  boolean drain(long nanos) throws InterruptedException {
    lock.lock();
    try {
      draining = true;
      long left = nanos;
      while (isWorking() && left > 0) {
        left = calm.awaitNanos(left);
      }
      return !isWorking();
    } finally {
      lock.unlock();
    }
  }

  private boolean isWorking() {
    return free != slots || waiting > 0 || !returning.isEmpty();
  }

  void goOn() {
    lock.lock();
    try {
      draining = false;
      handOut();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the threads after all queued tasks; waits for them. */
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
    return locked(() -> threads.isEmpty() ? null : threads.iterator().next());
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
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
      boolean unused = locked(() -> threads.remove(worker));
    }
  }

  // The following require the lock.

  private @Nullable Duration longest(long now) {
    // Differences of such times have a meaning, the times themselves have none.
    OptionalLong since = line.oldest(task -> task.since() - now);
    return since.isPresent() ? Duration.ofNanos(Math.max(0, -since.getAsLong())) : null;
  }

  private Worker started(@Nullable Task first) {
    Worker worker = new Worker("escarole-worker-" + ++made, first);
    worker.start();
    threads.add(worker);
    return worker;
  }

  /** Assigns free slots: first to threads that return from a wait, then to queued tasks. */
  private void handOut() {
    admitReturning();
    while (free > 0 && !draining && !line.isEmpty() && handOutOne()) {
      free--;
    }
  }

  private void admitReturning() {
    while (free + lent > 0 && !returning.isEmpty()) {
      returning.remove().admit();
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
      LOG.warn("Cannot create another thread; tasks wait for an existing one", e);
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

  /** A thread, which holds a slot except during waits. */
  private final class Worker extends Thread implements WorkerSlot {

    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private @Nullable Task assigned;
    private boolean admitted;
    private boolean ended;
    private boolean lends;

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

    /** Keeps a task that continues the leaf that just ended. */
    boolean keep(Task task) {
      if (!atEnd || !task.continues() || kept != null || promised || streak >= LONGEST_STREAK) {
        return false;
      }
      kept = task;
      return true;
    }

    /** Whether this thread will take one more queued task. */
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
      takeSlot();
      admitted = true;
      changed.signal();
    }

    private void takeSlot() {
      if (lends) {
        lends = false;
        lent--;
      } else {
        free--;
        waiting--;
      }
    }

    void end() {
      ended = true;
      changed.signal();
    }

    @Override
    public void run() {
      Task task = locked(this::awaitAssigned);
      while (task != null) {
        perform(task);
        // Releases the task and its run while waiting for the next one.
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
        LOG.error("BUG: a leaf's task failed; the worker continues with the next", e);
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
      admitReturning();
      if (free <= 0 || line.isEmpty() || draining) {
        return idle();
      }
      free--;
      Task task = Workers.this.taken();
      handOut();
      return task;
    }

    /** Keeps as many idle threads as slots; others end. */
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

    private @Nullable Task awaitAssigned() {
      while (assigned == null && !ended) {
        changed.awaitUninterruptibly();
      }
      // Clears a late interrupt for a leaf that had already ended.
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
    public void lend() {
      lock.lock();
      try {
        lends = true;
        lent++;
        handOut();
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
          takeSlot();
        }
      } finally {
        lock.unlock();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
