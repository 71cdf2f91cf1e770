package dev.escarole.web.page;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * Writes the times of a filled template in the reader's zone: {@code <time datetime="INSTANT">}
 * with the instant as its text, or with {@code data-clock}. Text from outside has its {@code <}
 * escaped, so every tag that is found is the template's.
 */
final class LocalTimes {

  private static final String BEGIN = "<time ";
  private static final String DATETIME = "datetime=\"";
  private static final String END = "</time>";

  private LocalTimes() {}

  static String apply(String html, DisplayZone zone, Instant now) {
    int begin = html.indexOf(BEGIN);
    if (begin < 0) {
      return html;
    }
    StringBuilder out = new StringBuilder(html.length());
    int copied = 0;
    while (begin >= 0) {
      int text = html.indexOf('>', begin) + 1;
      int end = html.indexOf(END, text);
      if (text == 0 || end < 0) {
        break;
      }
      String shown = shown(html.substring(begin, text), html.substring(text, end), zone, now);
      out.append(html, copied, text).append(shown);
      copied = end;
      begin = html.indexOf(BEGIN, end);
    }
    return out.append(html, copied, html.length()).toString();
  }

  private static String shown(String tag, String text, DisplayZone zone, Instant now) {
    int from = tag.indexOf(DATETIME) + DATETIME.length();
    int to = tag.indexOf('"', from);
    boolean clock = tag.contains(" data-clock");
    if (from < DATETIME.length() || to < 0) {
      return text;
    }
    String instant = tag.substring(from, to);
    if (!clock && !text.equals(instant)) {
      return text;
    }
    try {
      Instant time = Instant.parse(instant);
      return clock ? zone.clock(time, now) : zone.time(time);
    } catch (DateTimeException e) {
      return text;
    }
  }
}
