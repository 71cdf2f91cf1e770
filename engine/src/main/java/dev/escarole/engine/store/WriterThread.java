package dev.escarole.engine.store;

/** A thread that writes what waits in a queue until that is closed. Thread-safe. */
final class WriterThread {

  private final Thread thread;

  /**
   * @param work returns when the queue is closed and empty
   */
  WriterThread(String name, Runnable work) {
    this.thread = new Thread(work, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Waits until its work is done; an interrupt counts after that. */
  void await() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
