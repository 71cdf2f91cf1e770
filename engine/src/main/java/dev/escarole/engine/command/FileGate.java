package dev.escarole.engine.command;

/** Holds a guest back before it first looks at a granted directory or anything in it. */
public interface FileGate {

  /**
   * Waits until the guest may go on. Time that passes here is not on its wall clock. Called on the
   * guest's thread, perhaps several times.
   *
   * @throws InterruptedException if the guest is being stopped
   */
  void pass() throws InterruptedException;
}
