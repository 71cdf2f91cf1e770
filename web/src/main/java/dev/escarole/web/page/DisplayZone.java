package dev.escarole.web.page;

import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time zone in which a reader sees times: the browser's, the server's or UTC. Browsers keep the
 * choice in a cookie. Immutable.
 *
 * @param choice without a cookie {@link Choice#BROWSER}
 * @param zone UTC if the browser's is not known yet
 */
public record DisplayZone(Choice choice, ZoneId zone) {

  /** The name of the cookie: {@code server}, {@code utc}, or {@code browser.} and a zone. */
  static final String COOKIE = "escarole_zone";

  private static final String OF_BROWSER = "browser.";
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_+/-]{1,64}");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  /** Whose zone it is. */
  public enum Choice {
    BROWSER,
    SERVER,
    UTC;

    /** As the cookie has it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The zone of the sender of a request. */
  public static DisplayZone of(Context ctx) {
    return of(ctx.cookie(COOKIE));
  }

  /** The zone that a cookie names; an unknown one is as none. */
  static DisplayZone of(@Nullable String cookie) {
    if (Choice.SERVER.word().equals(cookie)) {
      return new DisplayZone(Choice.SERVER, ZoneId.systemDefault());
    }
    if (Choice.UTC.word().equals(cookie)) {
      return new DisplayZone(Choice.UTC, UTC);
    }
    ZoneId zone =
        cookie != null && cookie.startsWith(OF_BROWSER)
            ? named(cookie.substring(OF_BROWSER.length()))
            : null;
    return new DisplayZone(Choice.BROWSER, zone == null ? UTC : zone);
  }

  /** The zone with this name; null if there is none. */
  public static @Nullable ZoneId named(String name) {
    try {
      return NAME.matcher(name).matches() ? ZoneId.of(name) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** What the cookie says. */
  String cookie() {
    return choice == Choice.BROWSER ? OF_BROWSER + name() : choice.word();
  }

  /** The name, such as {@code Europe/Berlin} or {@code UTC}. */
  public String name() {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }

  /** The name of the server's zone. */
  public static String ofServer() {
    return new DisplayZone(Choice.SERVER, ZoneId.systemDefault()).name();
  }

  /** A time with its date, such as {@code 2026-11-28 09:44:58}. */
  public String time(Instant time) {
    return TIME.format(time.atZone(zone));
  }

  /** A time without its date if it is today's. */
  String clock(Instant time, Instant now) {
    boolean today = LocalDate.ofInstant(time, zone).equals(LocalDate.ofInstant(now, zone));
    return today ? CLOCK.format(time.atZone(zone)) : time(time);
  }
}
