package dev.escarole.engine.wasi;

/** Hands what a guest writes to somebody else as it comes, up to a limit. */
public final class StreamedOutput extends GuestOutput {

  private static final int PART = 64 * 1024;

  private final Target target;
  private final long limit;
  private byte[] part = {};
  private long size;
  private boolean truncated;

  /** What becomes of the guest after a write. */
  public enum Demand {
    /** It goes on. */
    MORE,
    /** It ends because nobody reads. */
    NONE,
    /** It ends because it wrote too much. */
    EXCEEDED
  }

  /** Who takes the bytes. */
  public interface Target {

    /**
     * Takes bytes, which may change afterwards, and may wait.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    Demand write(byte[] bytes, int offset, int length) throws InterruptedException;
  }

  /**
   * Creates an output.
   *
   * @param limit how many bytes are handed on before the guest is ended
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

  /** Says whether something did not fit. */
  public boolean truncated() {
    return truncated;
  }
}
