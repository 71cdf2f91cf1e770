package dev.escarole.engine.wasm;

import java.io.Serial;

/**
 * What the interpreter takes of the host's heap for one guest: the frames of functions that are too
 * large for a method of Java. A guest decides how many locals they have and how deep it calls, so
 * they are taken of its share of the {@link MemoryBudget}, and all together may not be more than
 * the guest's memory may be. Compiled functions have their frames on the thread's stack, which has
 * a size of its own.
 *
 * <p>Confined to the guest's thread.
 */
final class FrameMemory {

  private final MemoryBudget.Share share;
  private final long most;
  private long taken;

  FrameMemory(MemoryBudget.Share share, long most) {
    this.share = share;
    this.most = most;
  }

  /** There is no room for another frame. */
  static final class Exhausted extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    Exhausted(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * Takes so many bytes.
   *
   * @throws Exhausted if they are not there
   */
  void take(long bytes) {
    if (bytes > most - taken) {
      throw new Exhausted("the locals and operands of its calls need more than " + most + " bytes");
    } else if (!share.take(bytes)) {
      throw new Exhausted("guests have no memory left for the locals and operands of its calls");
    }
    taken += bytes;
  }

  /** Gives so many of them back. */
  void give(long bytes) {
    taken -= bytes;
    share.give(bytes);
  }
}
