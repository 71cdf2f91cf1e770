package dev.escarole.web.cli.text;

import dev.escarole.web.app.run.ExitCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends work properly when the process is told to end, by Ctrl-C or SIGTERM: stops the work, waits
 * until the thread that does it has reported and closed everything, and exits. Thread-safe.
 */
public final class Interruption implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 30;

  private final Runnable late;
  private final ExitCode exitCode;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "escarole-interruption");
  private @Nullable Runnable stop;
  private boolean asked;

  private Interruption(Runnable late, ExitCode exitCode) {
    this.late = late;
    this.exitCode = exitCode;
  }

  /**
   * From now on the end of the process waits for {@link #close}.
   *
   * @param late what is said if that takes too long
   * @param exitCode of the process that is told to end
   */
  public static Interruption await(Console console, String late, ExitCode exitCode) {
    Interruption interruption = new Interruption(() -> console.say(late), exitCode);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Says what stops the work under way; that is done at once if it was asked for already. */
  public synchronized void concerns(Runnable newStop) {
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
        late.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Hooks run beside each other and the exit code is the signal's: only this ends with ours.
    Runtime.getRuntime().halt(exitCode.code());
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
