package dev.escarole.engine.command;

/**
 * Takes what a guest writes to one of its outputs while it runs. Time that passes in these calls is
 * not on the guest's wall clock. Called on the guest's thread only.
 */
public interface OutputSink {

  /** What becomes of the guest after a write. */
  enum Demand {
    /** It goes on. */
    MORE,
    /** Nobody will read any more: it ends, as {@code exited(141)}. */
    NONE,
    /** It wrote more than the sink can ever take: it ends, as {@code output_too_large}. */
    EXCEEDED
  }

  /**
   * Takes the bytes, which may change afterwards, and waits as long as that takes.
   *
   * @throws InterruptedException if the guest is being stopped
   */
  Demand write(byte[] bytes, int offset, int length) throws InterruptedException;

  /**
   * Says whether the sink itself bounds what is written. Otherwise, and by default, the guest is
   * stopped where it has written {@link Limits#outputBytes}.
   */
  default boolean isBounded() {
    return false;
  }
}
