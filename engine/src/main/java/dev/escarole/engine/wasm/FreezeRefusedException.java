package dev.escarole.engine.wasm;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown when a program cannot be frozen; the message completes "the program". */
public final class FreezeRefusedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** Creates a refusal. */
  public FreezeRefusedException(@Nullable String message) {
    super(message);
  }
}
