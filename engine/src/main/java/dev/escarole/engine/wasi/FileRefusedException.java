package dev.escarole.engine.wasi;

import java.io.Serial;

/** A file below the granted directories could not be read or written. */
public final class FileRefusedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** The path leads to no granted directory, or out of one. */
    OUTSIDE,
    /** The directory was granted for reading only. */
    READ_ONLY,
    /** The file system says no, such as for a file that does not exist. */
    FAILED
  }

  FileRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Returns why the file was refused. */
  public Reason reason() {
    return reason;
  }
}
