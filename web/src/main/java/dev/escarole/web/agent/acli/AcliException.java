package dev.escarole.web.agent.acli;

/** Thrown when a command refuses or fails with an explanation. */
public final class AcliException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient AcliError error;

  public AcliException(AcliError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  /** Returns the error for the caller. */
  public AcliError error() {
    return error;
  }
}
