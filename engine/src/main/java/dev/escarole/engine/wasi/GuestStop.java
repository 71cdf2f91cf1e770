package dev.escarole.engine.wasi;

import java.io.Serial;

/** Stops the guest from inside a WASI call. The guest cannot catch it. */
public final class GuestStop extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final int exitCode;

  /** Why the guest stops. */
  public enum Reason {
    /** It asked to exit with the code. */
    EXITED,
    /** It wrote more to an output than allowed. */
    OUTPUT_TOO_LARGE,
    /** Its standard input was larger than allowed. */
    INPUT_TOO_LARGE,
    /** It wrote to an output that is no longer read. */
    UNREAD,
    /** Its thread was interrupted. */
    INTERRUPTED,
    /** It raised a signal against itself. */
    RAISED
  }

  private GuestStop(Reason reason, int exitCode) {
    super(reason.name(), null, false, false);
    this.reason = reason;
    this.exitCode = exitCode;
  }

  static GuestStop exited(int code) {
    return new GuestStop(Reason.EXITED, code);
  }

  static GuestStop because(Reason reason) {
    return new GuestStop(reason, 0);
  }

  static void ifInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw because(Reason.INTERRUPTED);
    }
  }

  /** Restores the thread's interrupt flag and stops the guest. */
  static GuestStop interrupted() {
    Thread.currentThread().interrupt();
    return because(Reason.INTERRUPTED);
  }

  /** Returns why the guest stops. */
  public Reason reason() {
    return reason;
  }

  /** Returns the code that the guest asked to exit with; 0 for every other reason. */
  public int exitCode() {
    return exitCode;
  }
}
