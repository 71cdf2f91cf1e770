package dev.escarole.engine.command;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes in one or more arrays, so that a large output never needs one contiguous array or a second
 * copy. Immutable by convention: the arrays are not copied and must not be changed.
 */
public final class ByteParts {

  private static final ByteParts NONE = new ByteParts(List.of(), 0);

  private final List<byte[]> arrays;
  private final int size;

  private ByteParts(List<byte[]> arrays, int size) {
    this.arrays = arrays;
    this.size = size;
  }

  /** No bytes. */
  public static ByteParts none() {
    return NONE;
  }

  /** The bytes of one array, which must not change any more. */
  public static ByteParts of(byte[] bytes) {
    return bytes.length == 0 ? NONE : new ByteParts(List.of(bytes), bytes.length);
  }

  /**
   * The bytes of several arrays, concatenated.
   *
   * @throws IllegalArgumentException if there are 2 GiB or more
   */
  public static ByteParts of(List<byte[]> arrays) {
    List<byte[]> filled = new ArrayList<>(arrays.size());
    long size = 0;
    for (byte[] array : arrays) {
      size += array.length;
      if (array.length > 0) {
        filled.add(array);
      }
    }
    if (size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("at most 2 GiB - 1 bytes can be held, were " + size);
    }
    return filled.isEmpty() ? NONE : new ByteParts(List.copyOf(filled), (int) size);
  }

  /** The number of bytes. */
  public int size() {
    return size;
  }

  /** The arrays themselves, none of them empty: shared, read-only. */
  public List<byte[]> arrays() {
    return arrays;
  }

  /** All bytes in one array: the array itself if there is only one, else a copy. */
  public byte[] toArray() {
    return arrays.size() == 1 ? arrays.get(0) : copy(0, size);
  }

  /**
   * The bytes of a range: the array itself if it holds exactly these, else a copy.
   *
   * @throws IndexOutOfBoundsException if the range is out of bounds
   */
  public byte[] range(int from, int to) {
    if (from < 0 || to < from || to > size) {
      throw new IndexOutOfBoundsException(
          "there are no bytes %d to %d of %d".formatted(from, to, size));
    }
    int at = 0;
    for (byte[] array : arrays) {
      if (at == from && array.length == to - from) {
        return array;
      }
      at += array.length;
      if (at > from) {
        break;
      }
    }
    return copy(from, to);
  }

  private byte[] copy(int from, int to) {
    byte[] copy = new byte[to - from];
    int at = 0;
    for (byte[] array : arrays) {
      int begin = Math.max(from, at);
      int end = Math.min(to, at + array.length);
      if (begin < end) {
        System.arraycopy(array, begin - at, copy, begin - from, end - begin);
      }
      at += array.length;
    }
    return copy;
  }

  /** Writes all bytes. */
  public void writeTo(OutputStream out) throws IOException {
    for (byte[] array : arrays) {
      out.write(array);
    }
  }

  @Override
  public String toString() {
    return size + " bytes";
  }
}
