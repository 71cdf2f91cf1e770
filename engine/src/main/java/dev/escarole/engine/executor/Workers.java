package dev.escarole.engine.executor;

import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.executor.Pacer.WorkQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
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
 * <p>The threads may be those of an executor of the host. Such a thread holds a slot only while it
 * has a leaf, and is given back when no leaf is queued, so that any number of threads suffices: a
 * worker for which the executor has no thread yet keeps no leaf waiting that another could take.
 *
 * <p>Leaves run in the order in which they became ready, but principals take turns, then their
 * recipes, then the runs of a recipe ({@link FairQueue}). A worker that makes the next leaf of a
 * sequence ready continues with it ({@link Streak}). Thread-safe.
 */
final class Workers implements WorkQueue, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

  private final int slots;
  private final int mostWaiting;
  private final WorkerThreads source;
  private final ReentrantLock lock = new ReentrantLock();

  // All that follows is guarded by the lock.

  private final FairQueue<Task> line = new FairQueue<>();

  /** Idle threads, most recent first. */
  private final Deque<Worker> idle = new ArrayDeque<>();

  /** Threads whose wait is over and that need a slot again. */
  private final Deque<Worker> returning = new ArrayDeque<>();

  /** Threads of the executor of the host that are at work here. */
  private int lentThreads;

  /** Negative while leaves that were stopped during their wait finish without a slot. */
  private int free;

  /** Slots of threads that wait for memory; only for threads that return from a wait. */
  private int lent;

  private int waiting;

  /** Workers that the executor of the host was given and that have not begun. */
  private int called;

  private boolean closed;

  /** Whether leaves in line stay there. */
  private boolean draining;

  /** Signalled when a thread has no leaf any more. */
  private final Condition calm = lock.newCondition();

  /**
   * @param options with the number of slots, and of leaves that may wait without one; further ones
   *     keep theirs
   */
  Workers(WorkerOptions options) {
    this.slots = options.count();
    this.mostWaiting = options.mostWaiting();
    this.source = new WorkerThreads(options.executor());
    this.free = slots;
    lock.lock();
    try {
      for (int i = 0; i < slots && source.areOwn(); i++) {
        idle.add(started(null));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void add(Task task) {
    Worker self = self();
    if (self != null && self.streak.keep(task)) {
      return;
    }
    lock.lock();
    try {
      line.add(task.owner(), task);
      // A worker at the end of its task takes the next one itself, so no other is woken.
      if (self == null || !self.streak.promise()) {
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
      self.streak.leafEnded();
    }
  }

  private @Nullable Worker self() {
    return WorkerSlot.ofThisThread() instanceof Worker worker && worker.pool() == this
        ? worker
        : null;
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

  /**
   * Ends the threads after all queued tasks; waits for them. Those of an executor are given back,
   * and it stays open.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      idle.forEach(Worker::end);
      idle.clear();
      awaitLent();
    } finally {
      lock.unlock();
    }
    source.join();
  }

  private void awaitLent() {
    if (!source.areOwn() && !line.isEmpty() && free > 0) {
      // The executor may have been closed with what it was given.
      called++;
      source.start(new Worker(null));
    }
    while (!source.areOwn() && (lentThreads > 0 || !line.isEmpty())) {
      calm.awaitUninterruptibly();
    }
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  // The following require the lock.

  private @Nullable Duration longest(long now) {
    // Differences of such times have a meaning, the times themselves have none.
    OptionalLong since = line.oldest(task -> task.since() - now);
    return since.isPresent() ? Duration.ofNanos(Math.max(0, -since.getAsLong())) : null;
  }

  private Worker started(@Nullable Task first) {
    Worker worker = new Worker(first);
    source.start(worker);
    return worker;
  }

  /** Assigns free slots: first to threads that return from a wait, then to queued tasks. */
  private void handOut() {
    admitReturning();
    if (!source.areOwn()) {
      call();
      return;
    }
    while (free > 0 && !draining && !line.isEmpty() && handOutOne()) {
      free--;
    }
  }

  /** Asks the executor for as many threads as can work. */
  private void call() {
    while (called < Math.min(free, line.size()) && !draining) {
      called++;
      try {
        source.lend(new Worker(null));
      } catch (OutOfMemoryError e) {
        called--;
        LOG.warn("Cannot create another thread; tasks wait for an existing one", e);
        return;
      }
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

  /** The work of one thread, which holds a slot except during waits. */
  private final class Worker implements WorkerSlot, Runnable {

    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private @Nullable Task assigned;
    private boolean admitted;
    private boolean ended;
    private boolean lends;

    /** Confined to the thread. */
    private final Streak streak = new Streak();

    Worker(@Nullable Task first) {
      this.assigned = first;
    }

    Workers pool() {
      return Workers.this;
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
      if (lock.isHeldByCurrentThread()) {
        throw new RejectedExecutionException("it runs tasks on the calling thread");
      }
      WorkerSlot.hold(this, this::work);
    }

    private void work() {
      Task task = locked(source.areOwn() ? this::awaitAssigned : this::lent);
      while (task != null) {
        perform(task);
        // Releases the task and its run while waiting for the next one.
        task = null;
        task = next();
      }
    }

    private void perform(Task task) {
      streak.begin();
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error("BUG: a leaf's task failed; the worker continues with the next", e);
      }
    }

    private @Nullable Task next() {
      Task following = streak.take();
      lock.lock();
      try {
        if (following != null && free >= 0 && !draining) {
          streak.goOn();
          following.taken();
          return following;
        }
        streak.end();
        free++;
        if (following != null) {
          line.add(following.owner(), following);
        }
        return fromLine();
      } finally {
        lock.unlock();
      }
    }

    /** The first task of a thread of the executor; null if others do all that there is. */
    private @Nullable Task lent() {
      called--;
      lentThreads++;
      boolean unused = Thread.interrupted();
      return fromLine();
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

    /** Keeps as many idle threads of its own as slots; others end. */
    private @Nullable Task idle() {
      calm.signalAll();
      if (!source.areOwn()) {
        lentThreads--;
        // An interrupt that comes late is for nobody else's work.
        boolean unused = Thread.interrupted();
        return null;
      }
      if (closed || idle.size() >= slots) {
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
