package dev.escarole.web.cli.serve;

import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Interruption;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.share.SharedInstallation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a server stops: its running commands may go on for a while. */
final class DrainOption {

  private static final Duration DEFAULT = Duration.ofSeconds(5);

  private static final Duration MOST = Duration.ofHours(24);

  @Option(
      names = "--drain",
      paramLabel = "TIME",
      description =
          "How long running commands may go on when the server is told to stop: 0s, 30s, 10m."
              + " Those that have not ended then run again where their runs go on. Default: 5s.")
  private @Nullable String time;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);

  /**
   * Looks at the option before anything is opened.
   *
   * @throws UsageException if it cannot be read, or is longer than a day
   */
  void check() {
    if (most().compareTo(MOST) > 0) {
      throw new UsageException(
          "bad-drain", "--drain must be at most 24h", "Write for example --drain 30s.");
    }
  }

  private Duration most() {
    return time == null ? DEFAULT : Amounts.age("--drain", time);
  }

  /** Waits until the server is told to stop. The process does not end before it is drained. */
  void await(Interruption stop) throws InterruptedException {
    stop.concerns(this::hold);
    asked.await();
  }

  private void hold() {
    asked.countDown();
    try {
      over.await(most().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Drains an installation when it is closed: after all who can ask for something. */
  @SuppressWarnings("try") // Whoever waits may be told to wait no longer.
  interface Drain extends AutoCloseable {
    @Override
    void close() throws InterruptedException;
  }

  /** The drain of an installation, if the server was told to stop. */
  Drain of(SharedInstallation shared, Console console) {
    return () -> drain(shared, console);
  }

  private void drain(SharedInstallation shared, Console console) throws InterruptedException {
    if (asked.getCount() > 0) {
      return;
    }
    try {
      int working = shared.working();
      if (working > 0 && !most().isZero()) {
        console.say(
            "%s may go on for %s"
                .formatted(
                    TextFormat.count(working, "command", "commands"),
                    TextFormat.duration(most().toMillis())));
      }
      shared.drain(most());
    } finally {
      over.countDown();
    }
  }
}
