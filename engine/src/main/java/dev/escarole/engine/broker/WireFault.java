package dev.escarole.engine.broker;

import java.util.Locale;

/**
 * What can be wrong with a guest's request to run a command, before there is a call that could be
 * allowed or denied. The codes are part of the interface to guests and never change.
 */
public enum WireFault {
  /** The request or the place for the response does not lie inside the guest's memory. */
  OUTSIDE_MEMORY(-1),
  /** The place for the response cannot even hold a response without output. */
  RESPONSE_TOO_SMALL(-2),
  /** The request ends within a length, or where one should be. */
  LENGTH_CUT_SHORT(-3),
  /** A length announces more bytes than follow. */
  LENGTH_TOO_LARGE(-4),
  /** Something follows after the end of the request. */
  TRAILING_BYTES(-5),
  /** The name has more bytes than any command's. */
  NAME_TOO_LONG(-6),
  /** There are more arguments than any invocation may have. */
  TOO_MANY_ARGUMENTS(-7),
  /** The name or an argument holds a byte 0, which no program could receive. */
  NUL_BYTE(-8),
  /** The name or an argument is not UTF-8. */
  NOT_UTF8(-9);

  private final int code;
  private final String word;

  WireFault(int code) {
    this.code = code;
    this.word = name().toLowerCase(Locale.ROOT);
  }

  /** Returns what the guest gets as its answer: a negative number. */
  public int code() {
    return code;
  }

  /** Returns the name in snake case, such as {@code nul_byte}. */
  public String word() {
    return word;
  }
}
