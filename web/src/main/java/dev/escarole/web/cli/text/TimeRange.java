package dev.escarole.web.cli.text;

import dev.escarole.web.app.TimeText;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** From when to when. */
public final class TimeRange {

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
  public @Nullable Instant since(Console console) {
    return time(console, "--since", since);
  }

  /** The first instant that is too late, or null if none was given. */
  public @Nullable Instant until(Console console) {
    return time(console, "--until", until);
  }

  private static @Nullable Instant time(Console console, String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return TimeText.parse(text, console.clock().instant());
    } catch (DateTimeException e) {
      throw new UsageException(
          "bad-time",
          option + " is no time: " + TextFormat.plain(text),
          "Write for example " + TimeText.FORMS + ".");
    }
  }
}
