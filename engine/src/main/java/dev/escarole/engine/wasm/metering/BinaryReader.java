package dev.escarole.engine.wasm.metering;

import java.util.Arrays;

/** Reads a part of WebAssembly's binary form. Confined to one thread. */
public final class BinaryReader {

  private final byte[] bytes;
  private final int limit;
  private int position;

  /** Begins with the first byte; the bytes are not copied. */
  public BinaryReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Reads what lies between two positions, which count from the beginning of the bytes. */
  BinaryReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.position = from;
    this.limit = to;
  }

  int position() {
    return position;
  }

  /** Whether there is a byte left. */
  public boolean hasMore() {
    return position < limit;
  }

  /** How many bytes are left. */
  public int left() {
    return limit - position;
  }

  /**
   * The next byte, from 0 to 255.
   *
   * @throws NotAProgramException if there is none
   */
  public int octet() throws NotAProgramException {
    if (position >= limit) {
      throw new NotAProgramException("it is no WebAssembly program: a section ends too early");
    }
    return bytes[position++] & 0xff;
  }

  /** An unsigned number of at most 31 bits: no index, count or size is larger here. */
  public int u32() throws NotAProgramException {
    return restOfU32(octet());
  }

  /** Reads the rest of such a number, whose first byte was read. */
  public int restOfU32(int first) throws NotAProgramException {
    long value = 0;
    int octet = first;
    for (int shift = 0; shift < 35; shift += 7) {
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        if (value > Integer.MAX_VALUE) {
          throw new NotAProgramException("it is no WebAssembly program: number out of range");
        }
        return (int) value;
      }
      if (shift < 28) {
        octet = octet();
      }
    }
    throw new NotAProgramException("it is no WebAssembly program: number too long");
  }

  /** Passes over a number of any kind. */
  public void skipNumber() throws NotAProgramException {
    for (int i = 0; i < 10; i++) {
      if (octet() < 0x80) {
        return;
      }
    }
    throw new NotAProgramException("it is no WebAssembly program: number too long");
  }

  /**
   * Goes on behind the next bytes.
   *
   * @throws NotAProgramException if there are fewer
   */
  public void skip(int count) throws NotAProgramException {
    if (count > limit - position) {
      throw new NotAProgramException("it is no WebAssembly program: a section ends too early");
    }
    position += count;
  }

  /** Passes over a value type; a typed reference has its heap type behind it. */
  void skipValueType() throws NotAProgramException {
    int first = octet();
    if (first == 0x63 || first == 0x64) {
      skipNumber();
    }
  }

  /** Passes over the type of a block: nothing, a value type, or the index of a function's type. */
  void skipBlockType() throws NotAProgramException {
    int first = octet();
    if (first == 0x63 || first == 0x64 || first >= 0x80) {
      skipNumber();
    }
  }

  /** Returns a reader of the next bytes, so many as their length says, and passes over them. */
  public BinaryReader part() throws NotAProgramException {
    int size = u32();
    int from = position;
    skip(size);
    return new BinaryReader(bytes, from, position);
  }

  /**
   * Reads how many entries follow.
   *
   * @throws NotAProgramException if there are fewer bytes left than entries
   */
  public int count() throws NotAProgramException {
    int count = u32();
    if (count > limit - position) {
      throw new NotAProgramException("it is no WebAssembly program: a section ends too early");
    }
    return count;
  }

  /** Returns a vector's part of bytes: its length and then so many. */
  public byte[] sized() throws NotAProgramException {
    int size = u32();
    int from = position;
    skip(size);
    return slice(from, position);
  }

  byte[] slice(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  /** Returns what is left. */
  byte[] rest() {
    return slice(position, limit);
  }
}
