package dev.escarole.engine.command;

import java.nio.charset.StandardCharsets;

/**
 * What a guest wrote to one of its two outputs. Immutable as long as nobody changes the arrays,
 * which are handed over and not copied.
 */
public final class Output {

  private static final Output EMPTY = new Output(ByteParts.none(), false);

  private final ByteParts parts;
  private final boolean truncated;

  private Output(ByteParts parts, boolean truncated) {
    this.parts = parts;
    this.truncated = truncated;
  }

  /** Returns an output of these bytes, which are not copied and must not change any more. */
  public static Output of(byte[] bytes, boolean truncated) {
    return of(ByteParts.of(bytes), truncated);
  }

  /** Returns an output of these bytes. */
  public static Output of(ByteParts parts, boolean truncated) {
    return parts.size() == 0 && !truncated ? EMPTY : new Output(parts, truncated);
  }

  /** Returns an output of a text in UTF-8. */
  public static Output of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8), false);
  }

  /** Returns an output without a byte. */
  public static Output empty() {
    return EMPTY;
  }

  /** Returns the bytes as they were collected: shared, to be read only. */
  public ByteParts parts() {
    return parts;
  }

  /** Returns how many bytes they are. */
  public int size() {
    return parts.size();
  }

  /**
   * Returns all bytes in one array, to be read only. A large output is copied for it each time;
   * {@link #parts} has it as it is.
   */
  public byte[] bytes() {
    return parts.toArray();
  }

  /** Says whether the guest wrote more than the limit allowed, so that the end is missing. */
  public boolean truncated() {
    return truncated;
  }

  /** Returns the bytes as UTF-8 text; malformed sequences become replacement characters. */
  public String utf8() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return size() + (truncated ? " bytes, truncated" : " bytes");
  }
}
