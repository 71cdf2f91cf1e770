package dev.escarole.web.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** From when to when. */
final class TimeRange {

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only from then on: 15m, 24h, 7d, 2026-11-21 or 2026-11-21T12:00:00Z.")
  private @Nullable String since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Only before then, in the same forms.")
  private @Nullable String until;

  /** The first instant, or null if none was given. */
  @Nullable Instant since(Console console) {
    return time(console, "--since", since);
  }

  /** The first instant that is too late, or null if none was given. */
  @Nullable Instant until(Console console) {
    return time(console, "--until", until);
  }

  private static @Nullable Instant time(Console console, String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      if (text.matches("[0-9]{1,9}[smhd]")) {
        String form = text.endsWith("d") ? "P" + text : "PT" + text;
        return console.clock().instant().minus(Duration.parse(form));
      }
      return text.indexOf('T') < 0
          ? LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant()
          : Instant.parse(text);
    } catch (DateTimeException | ArithmeticException e) {
      throw new UsageException(
          "bad-time",
          option + " is no time: " + Texts.plain(text),
          "Write for example 15m, 24h, 7d, 2026-11-21 or 2026-11-21T12:00:00Z.");
    }
  }
}
