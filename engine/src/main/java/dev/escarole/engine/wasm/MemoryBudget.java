package dev.escarole.engine.wasm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Limit on the total memory of all guests. A guest that tries to grow beyond it fails as at its own
 * limit, so that concurrent guests cannot exhaust the heap. A guest that has not started can wait
 * for the memory that it starts with, because it holds none; so can a compilation, which also uses
 * this budget. Nobody else waits, so two holders never wait for each other.
 *
 * <p>Thread-safe.
 */
public final class MemoryBudget {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Guests that start with more leave a quarter of the budget to guests that grow. */
  private static final long LARGE = MemoryPool.LONGEST;

  private static final MemoryBudget OF_THIS_JVM =
      new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);

  private final long most;
  private final Duration patience;

  // All that follows is guarded by this.

  private long taken;
  private long takenByGuests;
  private long givenBack;

  /** Guests that wait to start, the first one first. */
  private final Deque<Share> line = new ArrayDeque<>();

  /**
   * Creates a budget.
   *
   * @param bytes the total memory of all guests, at least 1
   */
  public MemoryBudget(long bytes) {
    this(bytes, PATIENCE);
  }

  /**
   * @param patience how long a guest waits to start while no memory is given back
   */
  MemoryBudget(long bytes, Duration patience) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a memory budget must be at least 1, was " + bytes);
    }
    this.most = bytes;
    this.patience = patience;
  }

  /** Half of the JVM's maximum heap, shared by all callers. */
  public static MemoryBudget ofThisJvm() {
    return OF_THIS_JVM;
  }

  /** Returns the total memory that guests may have. */
  public long bytes() {
    return most;
  }

  /** Returns the memory that guests have now. */
  public synchronized long taken() {
    return taken;
  }

  /** Returns the number of guests that wait for memory to start. */
  synchronized int waiting() {
    return line.size();
  }

  /** Returns a share for a guest. */
  Share share() {
    return new Share(true);
  }

  /** Returns a share for work on a program, such as compiling it. */
  Share shareOfCompiler() {
    return new Share(false);
  }

  private boolean leavesRoomToGrow(long bytes) {
    return bytes <= LARGE || takenByGuests == 0 || takenByGuests + bytes <= most - most / 4;
  }

  /** Memory taken by one guest; closing releases it. Confined to the guest's thread. */
  final class Share implements AutoCloseable {

    private final boolean ofGuest;
    private long own;

    private Share(boolean ofGuest) {
      this.ofGuest = ofGuest;
    }

    /** Takes this many more bytes, all or none; returns whether they were available. */
    boolean take(long bytes) {
      return take(bytes, most);
    }

    /** Takes bytes for a sleeping guest; at most half of the budget is used for those. */
    boolean takeToWait(long bytes) {
      return take(bytes, most / 2);
    }

    private boolean take(long bytes, long limit) {
      synchronized (MemoryBudget.this) {
        if (taken + bytes > limit) {
          return false;
        }
        add(bytes);
        return true;
      }
    }

    /**
     * Takes the memory that a guest starts with, unless others wait for theirs; returns whether it
     * was available.
     */
    boolean takeToStart(long bytes) {
      synchronized (MemoryBudget.this) {
        boolean first = line.isEmpty() || line.element() == this || bytes <= LARGE;
        return first && leavesRoomToGrow(bytes) && take(bytes);
      }
    }

    /**
     * Takes the memory that a guest starts with, waiting for its turn while others give back
     * theirs. The caller must hold nothing for which others wait.
     *
     * @param least shortest time to wait although no memory is given back
     * @return whether it was available
     */
    boolean awaitStart(long bytes, Duration least) throws InterruptedException {
      long longest = (least.compareTo(patience) > 0 ? least : patience).toNanos();
      synchronized (MemoryBudget.this) {
        line.add(this);
        try {
          long since = System.nanoTime();
          long seen = givenBack;
          while (!takeToStart(bytes)) {
            if (givenBack != seen) {
              seen = givenBack;
              since = System.nanoTime();
            }
            long left = longest - (System.nanoTime() - since);
            if (left <= 0) {
              return false;
            }
            TimeUnit.NANOSECONDS.timedWait(MemoryBudget.this, left);
          }
          return true;
        } finally {
          line.remove(this);
          MemoryBudget.this.notifyAll();
        }
      }
    }

    /** Takes this many more bytes, at most the whole budget, waiting until they are available. */
    void await(long bytes) throws InterruptedException {
      synchronized (MemoryBudget.this) {
        while (!take(bytes)) {
          MemoryBudget.this.wait();
        }
      }
    }

    void give(long bytes) {
      synchronized (MemoryBudget.this) {
        if (bytes > 0) {
          add(-bytes);
          givenBack++;
          MemoryBudget.this.notifyAll();
        }
      }
    }

    @Override
    public void close() {
      give(own);
    }

    /** Requires the lock. */
    private void add(long bytes) {
      own += bytes;
      taken += bytes;
      takenByGuests += ofGuest ? bytes : 0;
    }
  }
}
