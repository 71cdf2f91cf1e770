package dev.escarole.web.cli.run;

import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.cli.text.Console;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a run properly when the process is told to end, by Ctrl-C or SIGTERM: cancels the run,
 * waits until the thread that started it has reported and closed everything, and exits with 130.
 * Thread-safe.
 */
final class Interruption implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 30;

  private final Console console;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "escarole-interruption");
  private @Nullable Runnable stop;
  private boolean asked;

  private Interruption(Console console) {
    this.console = console;
  }

  /** From now on the end of the process waits for {@link #close}. */
  static Interruption await(Console console) {
    Interruption interruption = new Interruption(console);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Says what stops the work under way; that is done at once if it was asked for already. */
  synchronized void concerns(Runnable newStop) {
    stop = newStop;
    if (asked) {
      newStop.run();
    }
  }

  private synchronized void ask() {
    asked = true;
    if (stop != null) {
      stop.run();
    }
  }

  private void interrupted() {
    ask();
    try {
      if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        console.say("The run did not end in time; it is stored as far as it came.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Hooks run beside each other and the exit code is the signal's: only this ends with ours.
    Runtime.getRuntime().halt(ExitCode.CANCELLED.code());
  }

  /** All is said and closed; the process may end. */
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
