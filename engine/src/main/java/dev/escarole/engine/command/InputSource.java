package dev.escarole.engine.command;

/**
 * Standard input that comes while the guest runs. What a guest sees does not depend on how fast it
 * comes: every read is filled up unless the input ends. Time that passes in these calls is not on
 * the guest's wall clock. Called on the guest's thread only.
 */
public interface InputSource {

  /**
   * Fills the range, waiting as long as it takes.
   *
   * @param length more than 0
   * @return how many bytes came: fewer than {@code length} only at the end, 0 after it
   * @throws InterruptedException if the guest is being stopped
   */
  int read(byte[] into, int offset, int length) throws InterruptedException;

  /**
   * Waits until the input has ended and returns how much of it has not been read, in bytes.
   *
   * @throws InterruptedException if the guest is being stopped
   */
  int available() throws InterruptedException;
}
