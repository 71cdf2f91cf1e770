package dev.escarole.engine.files;

/** A launch gives files that a run cannot have; nothing was started. */
public final class FileRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String hint;

  /** Creates a refusal with what to do about it. */
  public FileRefusedException(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  /** What to do about it. */
  public String hint() {
    return hint;
  }
}
