package dev.escarole.engine.run;

/** The output of a run is not JSON, or not of the type that was asked for. */
public final class OutputFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  OutputFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
