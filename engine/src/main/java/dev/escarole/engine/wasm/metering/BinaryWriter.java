package dev.escarole.engine.wasm.metering;

import java.io.ByteArrayOutputStream;

/** Writes WebAssembly's binary form. Confined to one thread. */
public final class BinaryWriter {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Bytes, each from 0 to 255. */
  public BinaryWriter octets(int... octets) {
    for (int octet : octets) {
      out.write(octet);
    }
    return this;
  }

  /** Bytes as they are. */
  public BinaryWriter bytes(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  BinaryWriter bytes(byte[] bytes, int from, int to) {
    out.write(bytes, from, to - from);
    return this;
  }

  /** A number without a sign, in LEB128. */
  public BinaryWriter u32(int value) {
    int rest = value;
    while (rest >>> 7 != 0) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
    return this;
  }

  /** A number with a sign, in LEB128. */
  public BinaryWriter s64(long value) {
    long rest = value;
    while (rest < -64 || rest > 63) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    out.write((int) (rest & 0x7f));
    return this;
  }

  /** An opcode and its index. */
  public BinaryWriter indexed(int opcode, int index) {
    return octets(opcode).u32(index);
  }

  /** Bytes with their number before them. */
  public BinaryWriter sized(byte[] bytes) {
    return u32(bytes.length).bytes(bytes);
  }

  /** A copy of all that was written. */
  public byte[] toBytes() {
    return out.toByteArray();
  }
}
