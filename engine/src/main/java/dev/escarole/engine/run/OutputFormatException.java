package dev.escarole.engine.run;

import org.jspecify.annotations.Nullable;

/** The output of a run is not JSON, or not of the type that was asked for. */
public final class OutputFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  OutputFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
