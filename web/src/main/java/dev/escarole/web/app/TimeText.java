package dev.escarole.web.app;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** Reads moments as people write them. */
public final class TimeText {

  /** What can be written, for messages. */
  public static final String FORMS = "15m, 24h, 7d, 2026-11-21 or 2026-11-21T12:00:00Z";

  private TimeText() {}

  /**
   * The moment that is meant: {@code 15m}, {@code 24h} or {@code 7d} before now, the beginning of a
   * day at this place, or a moment in ISO 8601.
   *
   * @throws DateTimeException if the text has another form
   */
  public static Instant parse(String text, Instant now) {
    return parse(text, now, ZoneId.systemDefault());
  }

  /** Reads a moment likewise; a day begins in this zone. */
  public static Instant parse(String text, Instant now, ZoneId zone) {
    try {
      if (text.matches("[0-9]{1,9}[smhd]")) {
        String form = text.endsWith("d") ? "P" + text : "PT" + text;
        return now.minus(Duration.parse(form));
      }
      return text.indexOf('T') < 0
          ? LocalDate.parse(text).atStartOfDay(zone).toInstant()
          : Instant.parse(text);
    } catch (ArithmeticException e) {
      throw new DateTimeException("'" + text + "' is out of range", e);
    }
  }
}
