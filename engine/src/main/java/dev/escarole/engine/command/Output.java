package dev.escarole.engine.command;

import java.nio.charset.StandardCharsets;

/**
 * Standard output or standard error of a guest. Immutable by convention: the arrays are not copied
 * and must not be changed.
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

  /** Returns an empty output. */
  public static Output empty() {
    return EMPTY;
  }

  /** Returns the bytes as they were collected: shared, read-only. */
  public ByteParts parts() {
    return parts;
  }

  /** Returns the number of bytes. */
  public int size() {
    return parts.size();
  }

  /**
   * Returns all bytes in one read-only array. A large output is copied on each call; {@link #parts}
   * avoids that.
   */
  public byte[] bytes() {
    return parts.toArray();
  }

  /** Returns whether the output was cut off at the limit. */
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
