package dev.escarole.engine.wasm;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limit on the total memory of all guests. A guest that does not fit is not started, and one that
 * tries to grow fails as at its own limit, so that concurrent guests cannot exhaust the heap.
 * Guests do not wait for memory, because others may hold it for as long as their wall clock allows.
 * Only compilations, which also use this budget, wait.
 *
 * <p>Thread-safe.
 */
public final class MemoryBudget {

  private static final MemoryBudget OF_THIS_JVM =
      new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);

  private final long most;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicInteger waiting = new AtomicInteger();

  private final Object givenBack = new Object();

  /**
   * Creates a budget.
   *
   * @param bytes the total memory of all guests, at least 1
   */
  public MemoryBudget(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a memory budget must be at least 1, was " + bytes);
    }
    this.most = bytes;
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
  public long taken() {
    return taken.get();
  }

  Share share() {
    return new Share();
  }

  /** Memory taken by one guest; closing releases it. Confined to the guest's thread. */
  final class Share implements AutoCloseable {

    private long own;

    private Share() {}

    /** Takes this many more bytes, all or none; returns whether they were available. */
    boolean take(long bytes) {
      return take(bytes, most);
    }

    /** Takes bytes for a sleeping guest; at most half of the budget is used for those. */
    boolean takeToWait(long bytes) {
      return take(bytes, most / 2);
    }

    private boolean take(long bytes, long limit) {
      if (taken.addAndGet(bytes) > limit) {
        taken.addAndGet(-bytes);
        return false;
      }
      own += bytes;
      return true;
    }

    void give(long bytes) {
      own -= bytes;
      taken.addAndGet(-bytes);
      wakeWaiting();
    }

    /** Takes this many more bytes, at most the whole budget, waiting until they are available. */
    void await(long bytes) throws InterruptedException {
      waiting.incrementAndGet();
      try {
        synchronized (givenBack) {
          while (!take(bytes)) {
            givenBack.wait();
          }
        }
      } finally {
        waiting.decrementAndGet();
      }
    }

    @Override
    public void close() {
      taken.addAndGet(-own);
      own = 0;
      wakeWaiting();
    }

    private void wakeWaiting() {
      if (waiting.get() > 0) {
        synchronized (givenBack) {
          givenBack.notifyAll();
        }
      }
    }
  }
}
