package dev.escarole.engine.wasm;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the memories of all guests together may take of the host's. A guest that does not fit does
 * not start, and one that wants to grow is told that it cannot, as at its own limit; so what guests
 * do at the same time cannot use up the heap that everything else lives in. No guest waits: another
 * may hold its memory for as long as its wall clock allows. Only compiling waits, which takes its
 * memory from here too; who waits for a program does so on a clock of his own.
 *
 * <p>Safe for use by many threads.
 */
public final class MemoryBudget {

  private static final MemoryBudget OF_THIS_JVM =
      new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);

  private final long most;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Who waits for memory waits here. */
  private final Object givenBack = new Object();

  /**
   * Creates a budget.
   *
   * @param bytes how much all guests together may have, at least 1
   */
  public MemoryBudget(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a memory budget must be at least 1, was " + bytes);
    }
    this.most = bytes;
  }

  /** Half of the largest heap that this JVM may have, shared by all who ask for it. */
  public static MemoryBudget ofThisJvm() {
    return OF_THIS_JVM;
  }

  /** How many bytes all guests together may have. */
  public long bytes() {
    return most;
  }

  /** How many bytes guests have now. */
  public long taken() {
    return taken.get();
  }

  /** The share of one guest, which is empty at first. */
  Share share() {
    return new Share();
  }

  /** What one guest has taken; closing gives all of it back. Confined to the guest's thread. */
  final class Share implements AutoCloseable {

    private long own;

    private Share() {}

    /** Takes so many bytes more, all or none; returns whether they were there. */
    boolean take(long bytes) {
      if (taken.addAndGet(bytes) > most) {
        taken.addAndGet(-bytes);
        return false;
      }
      own += bytes;
      return true;
    }

    /**
     * Takes so many bytes for a guest that waits, all or none; returns whether they were there. At
     * most half of the budget is held for the sake of waiting: the other half is for those that
     * work.
     */
    boolean takeToWait(long bytes) {
      if (taken.addAndGet(bytes) > most / 2) {
        taken.addAndGet(-bytes);
        return false;
      }
      own += bytes;
      return true;
    }

    /** Gives back so many of the bytes that were taken. */
    void give(long bytes) {
      own -= bytes;
      taken.addAndGet(-bytes);
      wakeWaiting();
    }

    /** Takes so many bytes more, at most the whole budget, as soon as they are there. */
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
