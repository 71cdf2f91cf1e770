package dev.escarole.engine.wasi;

import java.io.Serial;
import java.nio.ByteBuffer;

/**
 * A guest's linear memory: little-endian, addressed by unsigned 32-bit pointers. Every method
 * throws {@link GuestFault} without a change if an access is out of bounds.
 *
 * <p>Confined to the thread that runs the guest.
 */
public interface GuestMemory {

  /** Checks that a range is in bounds; both numbers are unsigned. */
  void check(int address, int length);

  /** Reads four bytes. */
  int loadInt(int address);

  /** Reads eight bytes. */
  long loadLong(int address);

  /** Writes four bytes. */
  void storeInt(int address, int value);

  /** Writes eight bytes. */
  void storeLong(int address, long value);

  /** Copies bytes out of the guest. */
  void load(int address, byte[] target, int offset, int length);

  /** Copies bytes into the guest. */
  void store(int address, byte[] source, int offset, int length);

  /** Returns a view of a range for access without a copy. It is valid until the guest continues. */
  ByteBuffer window(int address, int length);

  /** Thrown when a guest passes a pointer outside its memory. */
  final class GuestFault extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    /** Creates the fault, without a stack trace: only the guest's own matters. */
    public GuestFault() {
      super("a pointer is outside the guest's memory", null, false, false);
    }
  }
}
