package dev.escarole.engine.command;

import org.jspecify.annotations.Nullable;

/**
 * The right of a thread to work, of which there are only as many as workers. A thread that merely
 * waits gives its slot back, so that another one can work, and takes one again before it goes on.
 * All methods are called on the very thread that {@link #hold holds} the slot.
 */
public interface WorkerSlot {

  /** Returns the slot of the calling thread; null if it needs none to work. */
  static @Nullable WorkerSlot ofThisThread() {
    return Held.SLOT.get();
  }

  /** Does this on the calling thread, which has the slot until then. */
  static void hold(WorkerSlot slot, Runnable work) {
    Held.SLOT.set(slot);
    try {
      work.run();
    } finally {
      Held.SLOT.remove();
    }
  }

  /** The slots of threads. */
  final class Held {
    private static final ThreadLocal<@Nullable WorkerSlot> SLOT = new ThreadLocal<>();

    private Held() {}
  }

  /**
   * Gives the slot back.
   *
   * @return false if it stays where it is, as too many threads wait without one already
   */
  boolean giveBack();

  /**
   * Lends the slot to threads whose wait is over. Unlike a slot that is given back, it is not used
   * for new work, which would only wait for the same.
   */
  void lend();

  /**
   * Waits for a slot, before all work that has not begun yet. A thread that is interrupted does not
   * wait any longer but goes on without one, as it has to come to its end; it stays interrupted.
   */
  void takeAgain();
}
