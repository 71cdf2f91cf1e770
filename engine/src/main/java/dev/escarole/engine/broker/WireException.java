package dev.escarole.engine.broker;

import java.io.Serial;

/** Bytes are not a request to run a command. */
public final class WireException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final WireFault fault;
  private final int offset;

  /** Creates the exception, without a stack trace: the bytes are to blame, whoever reads them. */
  WireException(WireFault fault, int offset) {
    super("the request is malformed at byte " + offset + ": " + fault.word(), null, false, false);
    this.fault = fault;
    this.offset = offset;
  }

  /** Returns what is wrong. */
  public WireFault fault() {
    return fault;
  }

  /** Returns where, counted in bytes from the beginning of the request. */
  public int offset() {
    return offset;
  }
}
