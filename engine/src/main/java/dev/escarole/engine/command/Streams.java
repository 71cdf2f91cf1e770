package dev.escarole.engine.command;

import org.jspecify.annotations.Nullable;

/**
 * Streams connected to a guest while it runs. Immutable.
 *
 * @param input read after the input of the invocation; null for none
 * @param stdout receives standard output, which is then missing from the result; null to collect it
 * @param stderr the same for standard error
 * @param gate passed before it uses a directory; null for none
 */
public record Streams(
    @Nullable InputSource input,
    @Nullable OutputSink stdout,
    @Nullable OutputSink stderr,
    @Nullable FileGate gate) {

  private static final Streams NONE = new Streams(null, null, null, null);

  /** No streams: all input is known before, output is returned afterwards. */
  public static Streams none() {
    return NONE;
  }

  /** Whether there are no streams. */
  public boolean areNone() {
    return input == null && stdout == null && stderr == null && gate == null;
  }

  /** Outputs go elsewhere as they come; one that is null is collected. */
  public static Streams outputs(@Nullable OutputSink stdout, @Nullable OutputSink stderr) {
    return new Streams(null, stdout, stderr, null);
  }

  /** Blocks a guest before its first access to a granted directory. */
  public interface FileGate {

    /**
     * Waits until the guest may continue. The wait does not count towards the guest's wall clock.
     * Called on the guest's thread, possibly several times.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    void pass() throws InterruptedException;
  }

  /**
   * Standard input that arrives while the guest runs. What the guest sees does not depend on
   * timing: every read is filled completely unless the input ends. Time in these calls does not
   * count towards the guest's wall clock. Called on the guest's thread only.
   */
  public interface InputSource {

    /**
     * Fills the range, waiting as long as necessary.
     *
     * @param length more than 0
     * @return the number of bytes read: fewer than {@code length} only at the end, 0 after it
     * @throws InterruptedException if the guest is being stopped
     */
    int read(byte[] into, int offset, int length) throws InterruptedException;

    /**
     * Waits until the input has ended and returns the number of unread bytes.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    int available() throws InterruptedException;
  }

  /**
   * Receives what a guest writes to one of its outputs while it runs. Time in these calls does not
   * count towards the guest's wall clock. Called on the guest's thread only.
   */
  public interface OutputSink {

    /** What happens to the guest after a write. */
    enum Demand {
      /** It continues. */
      MORE,
      /** The output is no longer read: it ends as {@code exited(141)}. */
      NONE,
      /** It wrote more than the sink accepts: it ends as {@code output_too_large}. */
      EXCEEDED
    }

    /**
     * Consumes the bytes, which may change afterwards, waiting as long as necessary.
     *
     * @throws InterruptedException if the guest is being stopped
     */
    Demand write(byte[] bytes, int offset, int length) throws InterruptedException;

    /**
     * Returns whether the sink itself limits the output. If not, which is the default, the guest is
     * stopped after {@link Limits#outputBytes}.
     */
    default boolean isBounded() {
      return false;
    }
  }
}
