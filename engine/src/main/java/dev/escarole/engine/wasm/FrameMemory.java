package dev.escarole.engine.wasm;

import java.io.Serial;

/**
 * Heap memory of the interpreter for one guest: frames of functions that are too large for a Java
 * method. The guest controls the number of locals and the call depth, so frames are taken from its
 * share of the {@link MemoryBudget}, up to the guest's memory limit. Confined to the guest's
 * thread.
 */
final class FrameMemory {

  private final MemoryBudget.Share share;
  private final long most;
  private long taken;

  FrameMemory(MemoryBudget.Share share, long most) {
    this.share = share;
    this.most = most;
  }

  static final class Exhausted extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    Exhausted(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * @throws Exhausted if they are not available
   */
  void take(long bytes) {
    if (bytes > most - taken) {
      throw new Exhausted("the locals and operands of its calls need more than " + most + " bytes");
    } else if (!share.take(bytes)) {
      throw new Exhausted("guests have no memory left for the locals and operands of its calls");
    }
    taken += bytes;
  }

  void give(long bytes) {
    taken -= bytes;
    share.give(bytes);
  }
}
