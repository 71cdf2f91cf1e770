package dev.escarole.engine.executor;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has the leaves of one run begin in the order in which workers take them up: two threads that take
 * one each, a moment apart, would else race to tell that theirs has begun. Thread-safe.
 */
final class StartOrder {

  private final AtomicInteger taken = new AtomicInteger();
  private int begun;

  /** One leaf's place in the order. */
  interface Place {
    /** Of a leaf that never begins, as it was cancelled before. */
    Place NONE =
        new Place() {
          @Override
          public void await() {}

          @Override
          public void pass() {}
        };

    /** Returns when all have begun that were taken up before; those are on threads of their own. */
    void await();

    /** Lets the next one begin; to be called once, whatever happens. */
    void pass();
  }

  /** The next place; whoever takes it awaits and passes it soon, on a thread that has a slot. */
  Place next() {
    int number = taken.getAndIncrement();
    return new Place() {
      @Override
      public void await() {
        awaitBegun(number);
      }

      @Override
      public void pass() {
        passOne();
      }
    };
  }

  private synchronized void awaitBegun(int number) {
    boolean interrupted = false;
    while (begun != number) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void passOne() {
    begun++;
    notifyAll();
  }
}
