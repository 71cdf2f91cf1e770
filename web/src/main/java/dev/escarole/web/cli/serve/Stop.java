package dev.escarole.web.cli.serve;

import dev.escarole.web.cli.text.Console;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shuts a server down when the process is told to end, by Ctrl-C or SIGTERM: the process waits
 * until all is closed. Thread-safe.
 */
final class Stop implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 30;

  private final Console console;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "escarole-stop");

  private Stop(Console console) {
    this.console = console;
  }

  /** From now on the end of the process waits for {@link #close}. */
  static Stop await(Console console) {
    Stop stop = new Stop(console);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  /** Returns when the process is told to end. */
  void awaitAsked() throws InterruptedException {
    asked.await();
  }

  private void end() {
    asked.countDown();
    try {
      if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        console.say("Not everything was closed in time; nothing that is stored is lost.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  /** All is closed; the process may end. */
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook was waiting for this.
    }
  }
}
