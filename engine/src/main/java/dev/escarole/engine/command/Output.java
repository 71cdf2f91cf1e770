package dev.escarole.engine.command;

import java.nio.charset.StandardCharsets;

/**
 * What a guest wrote to one of its two outputs. Immutable as long as nobody changes the array,
 * which is handed over and not copied.
 */
public final class Output {

  private static final Output EMPTY = new Output(new byte[0], false);

  private final byte[] bytes;
  private final boolean truncated;

  private Output(byte[] bytes, boolean truncated) {
    this.bytes = bytes;
    this.truncated = truncated;
  }

  /** Returns an output of these bytes, which are not copied and must not change any more. */
  public static Output of(byte[] bytes, boolean truncated) {
    return bytes.length == 0 && !truncated ? EMPTY : new Output(bytes, truncated);
  }

  /** Returns an output of a text in UTF-8. */
  public static Output of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8), false);
  }

  /** Returns an output without a byte. */
  public static Output empty() {
    return EMPTY;
  }

  /** Returns the bytes themselves: shared, to be read only. */
  public byte[] bytes() {
    return bytes;
  }

  /** Says whether the guest wrote more than the limit allowed, so that the end is missing. */
  public boolean truncated() {
    return truncated;
  }

  /** Returns the bytes as UTF-8 text; malformed sequences become replacement characters. */
  public String utf8() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return bytes.length + (truncated ? " bytes, truncated" : " bytes");
  }
}
