package dev.escarole.engine.broker;

import java.io.Serial;
import java.util.Locale;

/** Thrown when bytes are not a valid request to run a command. */
public final class WireException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final WireFault fault;
  private final int offset;

  WireException(WireFault fault, int offset) {
    super("the request is malformed at byte " + offset + ": " + fault.word(), null, false, false);
    this.fault = fault;
    this.offset = offset;
  }

  /** Returns what is wrong. */
  public WireFault fault() {
    return fault;
  }

  /** Returns the offset in bytes from the beginning of the request. */
  public int offset() {
    return offset;
  }

  /**
   * Errors in a guest's request to run a command, found before there is a call to authorize. The
   * codes are part of the interface to guests and never change.
   */
  public enum WireFault {
    /** The request or the response buffer is outside the guest's memory. */
    OUTSIDE_MEMORY(-1),
    /** The response buffer cannot hold even a response without output. */
    RESPONSE_TOO_SMALL(-2),
    /** The request ends inside a length or where one is expected. */
    LENGTH_CUT_SHORT(-3),
    /** A length is larger than the remaining bytes. */
    LENGTH_TOO_LARGE(-4),
    /** There are bytes after the end of the request. */
    TRAILING_BYTES(-5),
    /** The name is longer than any command name. */
    NAME_TOO_LONG(-6),
    /** There are more arguments than allowed. */
    TOO_MANY_ARGUMENTS(-7),
    /** The name or an argument contains a NUL byte. */
    NUL_BYTE(-8),
    /** The name or an argument is not UTF-8. */
    NOT_UTF8(-9);

    private final int code;
    private final String word;

    WireFault(int code) {
      this.code = code;
      this.word = name().toLowerCase(Locale.ROOT);
    }

    /** Returns the negative number that the guest receives. */
    public int code() {
      return code;
    }

    /** Returns the name in snake case, such as {@code nul_byte}. */
    public String word() {
      return word;
    }
  }
}
