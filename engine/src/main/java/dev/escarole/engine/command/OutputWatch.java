package dev.escarole.engine.command;

/**
 * Where others can see what the guest of one invocation has written so far. Nothing is kept for it:
 * who looks, looks into the buffers that collect the outputs anyway, and copies only what it asks
 * for. An output that is not collected shows nothing.
 *
 * <p>Safe for use by many threads.
 */
public final class OutputWatch {

  private volatile WrittenOutput stdout = WrittenOutput.NOTHING;
  private volatile WrittenOutput stderr = WrittenOutput.NOTHING;

  /** Creates a watch of an invocation that has not begun. */
  public OutputWatch() {}

  /** Says where the outputs are collected; the runner calls this when the guest begins. */
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
}
