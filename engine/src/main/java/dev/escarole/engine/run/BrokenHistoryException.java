package dev.escarole.engine.run;

/** The recorded history of a run contradicts its plan, so the run cannot be resumed. */
public final class BrokenHistoryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BrokenHistoryException(String message) {
    super(message);
  }
}
