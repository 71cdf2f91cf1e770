package dev.escarole.web.cli.text;

import dev.escarole.web.app.run.ExitCode;
import org.jspecify.annotations.Nullable;

/**
 * Ends work properly when the caller is told to end, by Ctrl-C or SIGTERM: stops the work, waits
 * until the thread that does it has reported and closed everything, and exits. Thread-safe.
 */
public final class Interruption implements AutoCloseable {

  private final Surroundings.Hold hold;
  private @Nullable Runnable stop;
  private boolean asked;

  private Interruption(Surroundings surroundings, String late, ExitCode exitCode) {
    hold = surroundings.hold(this::ask, late, exitCode.code());
  }

  /**
   * From now on the end of the caller waits for {@link #close}.
   *
   * @param late what is said if that takes too long
   * @param exitCode of the process that is told to end
   */
  public static Interruption await(Console console, String late, ExitCode exitCode) {
    return new Interruption(console.surroundings(), late, exitCode);
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

  /** All is said and closed; the process may end. */
  @Override
  public void close() {
    hold.close();
  }
}
