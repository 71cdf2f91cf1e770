package dev.escarole.engine.wasm.metering;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An artifact is intact but nothing that can be run here; the message completes "the artifact". */
public final class NotAProgramException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_SHOWN = 80;

  /** Says what is wrong with the module, or nothing. */
  public NotAProgramException(@Nullable String message) {
    super(message);
  }

  /** A name out of a module as a message shows it: of bounded length, and without what controls. */
  public static String shown(String name) {
    String begin = name.length() > MOST_SHOWN ? name.substring(0, MOST_SHOWN) + "..." : name;
    return begin.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }
}
