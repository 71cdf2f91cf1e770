package dev.escarole.engine.wasm.metering;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown when an artifact is intact but cannot run here; the message completes "the artifact". */
public final class NotAProgramException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_SHOWN = 80;

  /** The problem of the module, or none. */
  public NotAProgramException(@Nullable String message) {
    super(message);
  }

  /** The problem of a module that breaks the rules of its format. */
  public static NotAProgramException invalid(String why) {
    return new NotAProgramException("it is not a WebAssembly program: " + why);
  }

  /** A name from a module for a message: truncated and without control characters. */
  public static String shown(String name) {
    String begin = name.length() > MOST_SHOWN ? name.substring(0, MOST_SHOWN) + "..." : name;
    return begin.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }
}
