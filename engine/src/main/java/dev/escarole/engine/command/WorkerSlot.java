package dev.escarole.engine.command;

import org.jspecify.annotations.Nullable;

/**
 * The right of a thread to work, of which there are only as many as workers. A thread that merely
 * waits gives its slot back, so that another one can work, and takes one again before it goes on. A
 * thread that has a slot implements this itself; all methods are called on that very thread.
 */
public interface WorkerSlot {

  /** Returns the slot of the calling thread; null if it needs none to work. */
  static @Nullable WorkerSlot ofThisThread() {
    return Thread.currentThread() instanceof WorkerSlot slot ? slot : null;
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
