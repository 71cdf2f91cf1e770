package dev.escarole.engine.wasi;

/** What a guest passes before it first looks at a granted directory. */
public interface FileGuard {

  /** Holds nobody back. */
  FileGuard OPEN = () -> {};

  /**
   * Waits until the guest may go on.
   *
   * @throws InterruptedException if the guest is being stopped
   */
  void pass() throws InterruptedException;
}
