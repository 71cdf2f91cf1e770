package dev.escarole.engine.wasi;

import java.util.Arrays;

/**
 * Collects what a guest writes to one of its outputs, up to a limit. A write that does not fit is
 * kept as far as it fits and ends the guest.
 *
 * <p>Confined to the guest's thread until the guest has ended.
 */
public final class CapturedOutput extends GuestOutput {

  private static final byte[] NOTHING = {};
  private static final int FIRST_SIZE = 256;

  private final int limit;
  private byte[] bytes = NOTHING;
  private int size;
  private boolean truncated;

  /**
   * Creates an empty output.
   *
   * @param limit how many bytes are kept
   */
  public CapturedOutput(int limit) {
    this.limit = limit;
  }

  @Override
  int write(GuestMemory memory, int address, int length) {
    int fitting = Math.min(length, limit - size);
    ensure(size + fitting);
    memory.load(address, bytes, size, fitting);
    size += fitting;
    if (fitting < length) {
      truncated = true;
      throw GuestStop.because(GuestStop.Reason.OUTPUT_TOO_LARGE);
    }
    return length;
  }

  /** Returns a copy of what was kept. */
  public byte[] toByteArray() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  /** Says whether something did not fit. */
  public boolean truncated() {
    return truncated;
  }

  private void ensure(int needed) {
    if (needed > bytes.length) {
      long grown = Math.max(FIRST_SIZE, bytes.length * 2L);
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(limit, grown)));
    }
  }
}
