package dev.escarole.web.cli.option;

import dev.escarole.engine.command.Limits;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.UsageException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What each command may use, in place of the default. A limit that the policy sets still holds. */
public final class LimitOptions {

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      description =
          "Stops each command after so many milliseconds. Default: 30000, or the policy's limit.")
  private @Nullable Long timeout;

  @Option(
      names = "--fuel",
      paramLabel = "N",
      description =
          "Stops each command when it has executed so much. Default: 5000000000, or the policy's"
              + " limit.")
  private @Nullable Long fuel;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory of each command. Default: 256MiB, or the policy's limit.")
  private @Nullable String memory;

  @Option(
      names = "--stdout",
      paramLabel = "SIZE",
      description =
          "Stops each command that prints more, to either output. Default: 8MiB, or the policy's"
              + " limit.")
  private @Nullable String stdout;

  /**
   * Returns the limits with what was asked for.
   *
   * @throws UsageException if a value is out of its range
   */
  public Limits changed(Limits before) {
    Limits limits = before;
    if (timeout != null) {
      limits = withTimeout(limits, timeout);
    }
    if (fuel != null) {
      limits = withFuel(limits, fuel);
    }
    if (memory != null) {
      limits = withMemory(limits, Amounts.bytes("--memory", memory));
    }
    return stdout == null ? limits : withStdout(limits, Amounts.bytes("--stdout", stdout));
  }

  private static Limits withTimeout(Limits limits, long millis) {
    try {
      return limits.withWallClock(Duration.ofMillis(millis));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-timeout",
          "--timeout must be 1 to 86400000 milliseconds, was " + millis,
          "Write for example --timeout 5000 for five seconds.");
    }
  }

  private static Limits withFuel(Limits limits, long units) {
    try {
      return limits.withFuel(units);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-fuel",
          "--fuel must be 1 to 10^18 units, was " + units,
          "Write for example --fuel 1000000000.");
    }
  }

  private static Limits withMemory(Limits limits, long bytes) {
    try {
      return limits.withMemoryBytes(bytes);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-memory",
          "--memory must be 64KiB to less than 2GiB, was " + bytes + " bytes",
          "Write for example --memory 512MiB.");
    }
  }

  private static Limits withStdout(Limits limits, long bytes) {
    try {
      return limits.withOutputBytes(bytes);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-stdout",
          "--stdout must be at most 1GiB, was " + bytes + " bytes",
          "Write for example --stdout 64MiB.");
    }
  }

  /**
   * A server has limits of its own, which its policy sets.
   *
   * @throws UsageException if one of the options was given
   */
  void refuseAtServer() {
    if (timeout != null || fuel != null || memory != null || stdout != null) {
      throw new UsageException(
          "not-at-a-server",
          "the limits of a server cannot be changed from here",
          "Set them under 'limits' in its policy.yaml, or say '--server local' to work on the data"
              + " directory here.");
    }
  }
}
