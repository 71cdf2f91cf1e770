package dev.escarole.engine.wasi;

/** Standard input that comes while the guest runs. Confined to the guest's thread. */
public interface GuestInput {

  /**
   * Fills the range, and waits for it; fewer bytes come only at the end, and none after it.
   *
   * @throws InterruptedException if the guest is being stopped
   */
  int read(byte[] into, int offset, int length) throws InterruptedException;

  /**
   * Waits for the end of the input and returns how many bytes of it are left.
   *
   * @throws InterruptedException if the guest is being stopped
   */
  int available() throws InterruptedException;
}
