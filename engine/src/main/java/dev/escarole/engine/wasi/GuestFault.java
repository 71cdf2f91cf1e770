package dev.escarole.engine.wasi;

import java.io.Serial;

/** A guest passed a pointer that leads out of its memory. */
public final class GuestFault extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Creates the fault, which has no stack trace: the guest's own is what matters. */
  public GuestFault() {
    super("a pointer leads out of the guest's memory", null, false, false);
  }
}
