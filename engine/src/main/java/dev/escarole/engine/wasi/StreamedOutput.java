package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Wasi.GuestOutput;

/** Passes a guest's output on as it is written, up to a limit. */
public final class StreamedOutput extends GuestOutput {

  private static final int PART = 64 * 1024;

  private final Target target;
  private final long limit;
  private byte[] part = {};
  private long size;
  private boolean truncated;

  /** What happens to the guest after a write. */
  public enum Demand {
    /** It continues. */
    MORE,
    /** It stops because the output is no longer read. */
    NONE,
    /** It stops because it wrote too much. */
    EXCEEDED
  }

  /** Receiver of the bytes. */
  public interface Target {

    /**
     * Consumes bytes, which may change afterwards, and may block.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    Demand write(byte[] bytes, int offset, int length) throws InterruptedException;
  }

  /**
   * Creates an output.
   *
   * @param limit the maximum number of bytes before the guest is stopped
   */
  public StreamedOutput(Target target, long limit) {
    this.target = target;
    this.limit = limit;
  }

  @Override
  int write(GuestMemory memory, int address, int length) {
    int fitting = (int) Math.min(length, limit - size);
    for (int done = 0; done < fitting; ) {
      int count = Math.min(PART, fitting - done);
      if (part.length < count) {
        part = new byte[count];
      }
      memory.load(address + done, part, 0, count);
      hand(count);
      done += count;
    }
    if (fitting < length) {
      throw tooLarge();
    }
    return length;
  }

  private void hand(int count) {
    try {
      size += count;
      switch (target.write(part, 0, count)) {
        case MORE -> {}
        case NONE -> throw GuestStop.because(GuestStop.Reason.UNREAD);
        case EXCEEDED -> throw tooLarge();
      }
    } catch (InterruptedException e) {
      throw GuestStop.interrupted();
    }
  }

  private GuestStop tooLarge() {
    truncated = true;
    return GuestStop.because(GuestStop.Reason.OUTPUT_TOO_LARGE);
  }

  /** Returns whether the output was truncated. */
  public boolean truncated() {
    return truncated;
  }
}
