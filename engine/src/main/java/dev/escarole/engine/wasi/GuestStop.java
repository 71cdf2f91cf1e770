package dev.escarole.engine.wasi;

import java.io.Serial;

/** Ends the guest from inside a WASI call; it unwinds the guest's stack and never reaches it. */
public final class GuestStop extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final int exitCode;

  /** Why the guest ends here. */
  public enum Reason {
    /** It asked to exit with the code. */
    EXITED,
    /** It wrote more to an output than allowed. */
    OUTPUT_TOO_LARGE,
    /** More came through its standard input than allowed. */
    INPUT_TOO_LARGE,
    /** It wrote to an output that nobody reads any more. */
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

  /** Keeps the thread's flag up, as if it had never been noticed, and ends the guest. */
  static GuestStop interrupted() {
    Thread.currentThread().interrupt();
    return because(Reason.INTERRUPTED);
  }

  /** Returns why the guest ends. */
  public Reason reason() {
    return reason;
  }

  /** Returns the code that the guest asked to exit with; 0 for every other reason. */
  public int exitCode() {
    return exitCode;
  }
}
