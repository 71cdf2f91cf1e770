package dev.escarole.engine.wasi;

/**
 * Where one of a guest's outputs goes. Confined to the guest's thread until the guest has ended.
 */
public abstract class GuestOutput {

  GuestOutput() {}

  /**
   * Takes bytes from the guest's memory and returns how many it took.
   *
   * @throws GuestStop if the guest ends with it
   */
  abstract int write(GuestMemory memory, int address, int length);
}
