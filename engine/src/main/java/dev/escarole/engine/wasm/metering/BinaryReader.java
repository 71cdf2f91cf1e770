package dev.escarole.engine.wasm.metering;

import com.dylibso.chicory.wasm.types.OpCode;
import com.dylibso.chicory.wasm.types.WasmEncoding;
import java.util.Arrays;

/** Reads WebAssembly's binary format. Confined to one thread. */
public final class BinaryReader {

  private final byte[] bytes;
  private final int limit;
  private int position;

  /** Starts with the first byte; the bytes are not copied. */
  public BinaryReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  BinaryReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.position = from;
    this.limit = to;
  }

  /** Returns the number of bytes before the next one. */
  public int position() {
    return position;
  }

  /** Returns whether there is a byte left. */
  public boolean hasMore() {
    return position < limit;
  }

  /** Returns the number of remaining bytes. */
  public int left() {
    return limit - position;
  }

  /**
   * Returns the next byte, from 0 to 255.
   *
   * @throws NotAProgramException if there is none
   */
  public int octet() throws NotAProgramException {
    if (position >= limit) {
      throw NotAProgramException.invalid("a section ends too early");
    }
    return bytes[position++] & 0xff;
  }

  /**
   * Reads an unsigned number of at most 31 bits: indexes, counts and sizes are never larger here.
   */
  public int u32() throws NotAProgramException {
    return restOfU32(octet());
  }

  /** Reads the rest of such a number after its first byte. */
  public int restOfU32(int first) throws NotAProgramException {
    long value = 0;
    int octet = first;
    for (int shift = 0; shift < 35; shift += 7) {
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        if (value > Integer.MAX_VALUE) {
          throw NotAProgramException.invalid("number out of range");
        }
        return (int) value;
      }
      if (shift < 28) {
        octet = octet();
      }
    }
    throw NotAProgramException.invalid("number too long");
  }

  /** Skips a number of any type. */
  public void skipNumber() throws NotAProgramException {
    for (int i = 0; i < 10; i++) {
      if (octet() < 0x80) {
        return;
      }
    }
    throw NotAProgramException.invalid("number too long");
  }

  /**
   * Skips bytes.
   *
   * @throws NotAProgramException if there are fewer
   */
  public void skip(int count) throws NotAProgramException {
    if (count > limit - position) {
      throw NotAProgramException.invalid("a section ends too early");
    }
    position += count;
  }

  /**
   * Reads an opcode: one byte, or a prefix and its number; only the prefix if no instruction has
   * such a number.
   */
  public int opcode() throws NotAProgramException {
    int first = octet();
    if (first < 0xfc || first == 0xff) {
      return first;
    }
    int number = u32();
    return number > 0xff ? first : first << 8 | number;
  }

  /**
   * Skips the operands of any instruction but those with a list of labels.
   *
   * @return the last index among them, else 0
   */
  public int skipOperands(int opcode) throws NotAProgramException {
    OpCode known = OpCode.byOpCode(opcode);
    if (known == null || opcode >> 8 == 0xfb) {
      throw NotAProgramException.invalid(String.format("unknown instruction 0x%02x", opcode));
    }
    int index = 0;
    for (WasmEncoding operand : OpCode.signature(known)) {
      switch (operand) {
        case VARUINT -> index = u32();
        case VARSINT32, VARSINT64 -> skipNumber();
        case BYTE -> skip(1);
        case FLOAT32 -> skip(4);
        case FLOAT64 -> skip(8);
        case V128 -> skip(16);
        case BLOCK_TYPE -> skipBlockType();
        case VEC_VALUE_TYPE -> skipValueTypes();
        case MEMARG -> skipAddress();
        case VEC_VARUINT, VEC_CATCH ->
            throw new IllegalArgumentException("BUG: labels of " + known);
      }
    }
    return index;
  }

  /** An alignment, which may announce a memory index, and an offset. */
  private void skipAddress() throws NotAProgramException {
    if (u32() >= 0x40) {
      skipNumber();
    }
    skipNumber();
  }

  int skipValueTypes() throws NotAProgramException {
    int count = u32();
    for (int i = 0; i < count; i++) {
      skipValueType();
    }
    return count;
  }

  /** Skips a value type; a typed reference is followed by its heap type. */
  void skipValueType() throws NotAProgramException {
    int first = octet();
    if (first == 0x63 || first == 0x64) {
      skipNumber();
    }
  }

  /** Skips the type of a block: none, a value type, or the index of a function's type. */
  void skipBlockType() throws NotAProgramException {
    int first = octet();
    if (first == 0x63 || first == 0x64 || first >= 0x80) {
      skipNumber();
    }
  }

  /** Reads a length and returns a reader of that many bytes, which are skipped. */
  public BinaryReader part() throws NotAProgramException {
    int size = u32();
    int from = position;
    skip(size);
    return new BinaryReader(bytes, from, position);
  }

  /**
   * Reads the number of entries that follow.
   *
   * @throws NotAProgramException if there are fewer bytes left than entries
   */
  public int count() throws NotAProgramException {
    int count = u32();
    if (count > limit - position) {
      throw NotAProgramException.invalid("a section ends too early");
    }
    return count;
  }

  /** Reads a byte vector: its length and its bytes. */
  public byte[] sized() throws NotAProgramException {
    int size = u32();
    int from = position;
    skip(size);
    return slice(from, position);
  }

  /** Returns a copy of a range of all bytes. */
  public byte[] slice(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  /** Returns a copy of the remaining bytes. */
  public byte[] rest() {
    return slice(position, limit);
  }
}
