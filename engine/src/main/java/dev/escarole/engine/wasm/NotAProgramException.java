package dev.escarole.engine.wasm;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An artifact is intact but nothing that can be run here; the message completes "the artifact". */
final class NotAProgramException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_SHOWN = 80;

  NotAProgramException(@Nullable String message) {
    super(message);
  }

  /** A name out of a module as a message shows it: of bounded length, and without what controls. */
  static String shown(String name) {
    String begin = name.length() > MOST_SHOWN ? name.substring(0, MOST_SHOWN) + "..." : name;
    return begin.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }
}
