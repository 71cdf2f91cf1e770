package dev.escarole.web.cli.option;

import dev.escarole.engine.command.Limits;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
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
      Duration most = Duration.ofMillis(timeout);
      limits =
          within(
              limits,
              each -> each.withWallClock(most),
              "timeout",
              "must be 1 to 86400000 milliseconds, was " + timeout,
              "5000 for five seconds");
    }
    if (fuel != null) {
      long most = fuel;
      limits =
          within(
              limits,
              each -> each.withFuel(most),
              "fuel",
              "must be 1 to 10^18 units, was " + most,
              "1000000000");
    }
    if (memory != null) {
      long most = Amounts.bytes("--memory", memory);
      limits =
          within(
              limits,
              each -> each.withMemoryBytes(most),
              "memory",
              "must be 64KiB to less than 2GiB, was " + most + " bytes",
              "512MiB");
    }
    if (stdout == null) {
      return limits;
    }
    long most = Amounts.bytes("--stdout", stdout);
    return within(
        limits,
        each -> each.withOutputBytes(most),
        "stdout",
        "must be at most 1GiB, was " + most + " bytes",
        "64MiB");
  }

  private static Limits within(
      Limits limits, UnaryOperator<Limits> change, String option, String range, String example) {
    try {
      return change.apply(limits);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-" + option,
          "--" + option + " " + range,
          "Write for example --" + option + " " + example + ".");
    }
  }

  /**
   * A server has limits of its own, which its policy sets.
   *
   * @throws UsageException if one of the options was given
   */
  void refuseAtServer() {
    List<String> given = new ArrayList<>();
    given.addAll(timeout == null ? List.of() : List.of("--timeout"));
    given.addAll(fuel == null ? List.of() : List.of("--fuel"));
    given.addAll(memory == null ? List.of() : List.of("--memory"));
    given.addAll(stdout == null ? List.of() : List.of("--stdout"));
    if (!given.isEmpty()) {
      throw new UsageException(
          "not-at-a-server",
          String.join(", ", given)
              + (given.size() == 1 ? " means" : " mean")
              + " nothing to a server: its limits cannot be changed from here",
          "Set them under 'limits' in its policy.yaml, or say '--server local' to work on the data"
              + " directory here.");
    }
  }
}
