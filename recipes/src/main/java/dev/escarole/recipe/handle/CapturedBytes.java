package dev.escarole.recipe.handle;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes of a stream. Immutable, equal by content. */
public final class CapturedBytes {
  private final byte[] bytes;

  private CapturedBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static CapturedBytes of(byte[] bytes) {
    return new CapturedBytes(bytes.clone());
  }

  public byte[] toArray() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CapturedBytes captured && Arrays.equals(bytes, captured.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
