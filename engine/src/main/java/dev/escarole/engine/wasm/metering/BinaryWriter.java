package dev.escarole.engine.wasm.metering;

import java.io.ByteArrayOutputStream;

/** Writes WebAssembly's binary format. Confined to one thread. */
public final class BinaryWriter {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Bytes, each from 0 to 255. */
  public BinaryWriter octets(int... octets) {
    for (int octet : octets) {
      out.write(octet);
    }
    return this;
  }

  /** Raw bytes. */
  public BinaryWriter bytes(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /** A range of bytes. */
  public BinaryWriter bytes(byte[] bytes, int from, int to) {
    out.write(bytes, from, to - from);
    return this;
  }

  /** An unsigned number in LEB128. */
  public BinaryWriter u32(int value) {
    int rest = value;
    while (rest >>> 7 != 0) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
    return this;
  }

  /** A signed number in LEB128. */
  public BinaryWriter s64(long value) {
    long rest = value;
    while (rest < -64 || rest > 63) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    out.write((int) (rest & 0x7f));
    return this;
  }

  /** The lowest bytes of a number, the lowest one first. */
  public BinaryWriter bits(long value, int count) {
    for (int i = 0; i < count; i++) {
      out.write((int) (value >>> (8 * i)));
    }
    return this;
  }

  /** An opcode and its index. */
  public BinaryWriter indexed(int opcode, int index) {
    return octets(opcode).u32(index);
  }

  /** Bytes with a length prefix. */
  public BinaryWriter sized(byte[] bytes) {
    return u32(bytes.length).bytes(bytes);
  }

  /** Returns a copy of the written bytes. */
  public byte[] toBytes() {
    return out.toByteArray();
  }
}
