package dev.escarole.engine.command;

/**
 * A view of what the guest of one invocation has written so far. It reads the buffers that collect
 * the outputs anyway and copies only the requested part. An output that is not collected is empty
 * here.
 *
 * <p>Thread-safe.
 */
public final class OutputWatch {

  private volatile WrittenOutput stdout = WrittenOutput.NOTHING;
  private volatile WrittenOutput stderr = WrittenOutput.NOTHING;

  /** Creates a watch of an invocation that has not started. */
  public OutputWatch() {}

  /** Sets the buffers of the outputs; the runner calls this when the guest starts. */
  public void begin(WrittenOutput newStdout, WrittenOutput newStderr) {
    stdout = newStdout;
    stderr = newStderr;
  }

  /** Standard output so far. */
  public WrittenOutput stdout() {
    return stdout;
  }

  /** Standard error so far. */
  public WrittenOutput stderr() {
    return stderr;
  }

  /** What a guest has written to one of its outputs so far. It only grows. Thread-safe. */
  public interface WrittenOutput {

    /** An empty output. */
    WrittenOutput NOTHING =
        new WrittenOutput() {
          @Override
          public long size() {
            return 0;
          }

          @Override
          public byte[] part(long from, int length) {
            return new byte[0];
          }
        };

    /** The number of bytes written so far. */
    long size();

    /**
     * Copies bytes from an offset, as far as they are written.
     *
     * @param from the offset, 0 or more; the result is empty from the end on
     * @param length the maximum number of bytes
     */
    byte[] part(long from, int length);
  }
}
