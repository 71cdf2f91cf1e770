package dev.escarole.web.agent.acli;

/** A command refuses, or fails in a way that it can explain. */
public final class AcliException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient AcliError error;

  public AcliException(AcliError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  /** What the caller is told. */
  public AcliError error() {
    return error;
  }
}
