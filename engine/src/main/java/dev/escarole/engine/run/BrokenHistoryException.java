package dev.escarole.engine.run;

/** The record of a run contradicts its plan, so the run cannot go on from it. */
public final class BrokenHistoryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BrokenHistoryException(String message) {
    super(message);
  }
}
