package dev.escarole.engine.wasi;

import java.io.Serial;

/** Thrown when a guest passes a pointer outside its memory. */
public final class GuestFault extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Creates the fault, without a stack trace: only the guest's own matters. */
  public GuestFault() {
    super("a pointer is outside the guest's memory", null, false, false);
  }
}
