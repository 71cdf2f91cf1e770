package dev.escarole.engine.build.toolkit;

import java.io.Serial;

/** A toolkit cannot be read, trusted or written; nothing was built. */
public final class ToolkitException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final String hint;

  /** What is wrong with a toolkit. */
  public enum Reason {
    /** It has no manifest, or one with mistakes. */
    INVALID_TOOLKIT,
    /** A file is not what the manifest says, or nobody has pinned the manifest. */
    INVALID_PROVENANCE,
    /** There is one already. */
    TOOLKIT_EXISTS
  }

  /** Creates the refusal of one toolkit. */
  public ToolkitException(Reason reason, String message, String hint) {
    super(message);
    this.reason = reason;
    this.hint = hint;
  }

  public Reason reason() {
    return reason;
  }

  /** Returns the way out. */
  public String hint() {
    return hint;
  }
}
