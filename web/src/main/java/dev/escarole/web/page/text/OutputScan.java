package dev.escarole.web.page.text;

import dev.escarole.web.app.output.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds texts and lines in an output that may be larger than memory. */
public final class OutputScan {

  private static final int PART = 1 << 20;

  /** Colours within a text do not hide it. */
  private static final String COLOURS = "(?:\033\\[[0-9;:]{0,64}m){0,8}+";

  private OutputScan() {}

  /**
   * Matches of a text in an output, by the bytes where they begin.
   *
   * @param count their number
   * @param place number of the present one, from 1; 0 if there is none
   * @param wrapped whether the present one is the first because none follows where it was asked for
   */
  public record Matches(
      long count, long place, long present, long previous, long next, boolean wrapped) {}

  /** Up to so many bytes from a place. */
  public static byte[] part(OutputBytes output, long from, int length) {
    long end = Math.min(output.size(), from + length);
    if (from >= end) {
      return new byte[0];
    }
    try (InputStream in = output.open(from, end)) {
      return in.readNBytes((int) (end - from));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds a text; letters from A to Z match in any case. */
  public static Pattern pattern(String text) {
    StringJoiner pattern = new StringJoiner(COLOURS);
    text.codePoints().forEach(point -> pattern.add(Pattern.quote(Character.toString(point))));
    return Pattern.compile(pattern.toString(), Pattern.CASE_INSENSITIVE);
  }

  /** The same for bytes of UTF-8, each as one character. */
  private static Pattern bytePattern(String text) {
    return pattern(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
  }

  /** All matches of a text; the present one is the first at or after a place, or else the first. */
  public static Matches matches(OutputBytes output, String text, long from) {
    Tally tally = new Tally(from);
    Pattern wanted = bytePattern(text);
    // As much as the longest match may have beyond the last byte of a part.
    int beyond = 600 * text.getBytes(StandardCharsets.UTF_8).length;
    long after = 0;
    for (long at = 0; at < output.size(); at += PART) {
      byte[] part = part(output, at, PART + beyond);
      Matcher found = wanted.matcher(new String(part, StandardCharsets.ISO_8859_1));
      int start = (int) Math.max(0, after - at);
      while (start <= part.length && found.find(start) && found.start() < PART) {
        tally.add(at + found.start());
        start = found.end();
        after = at + start;
      }
    }
    return tally.matches();
  }

  /** Counts matches in their order. */
  private static final class Tally {
    private final long from;
    private long count;
    private long first = -1;
    private long second = -1;
    private long last = -1;
    private long previous = -1;
    private long present = -1;
    private long place;
    private long next = -1;

    Tally(long from) {
      this.from = from;
    }

    void add(long at) {
      count++;
      first = count == 1 ? at : first;
      second = count == 2 ? at : second;
      if (present >= 0 && next < 0) {
        next = at;
      }
      if (present < 0 && at >= from) {
        present = at;
        place = count;
        previous = last;
      }
      last = at;
    }

    Matches matches() {
      if (count == 0) {
        return new Matches(0, 0, -1, -1, -1, false);
      }
      if (present < 0) {
        return new Matches(count, 1, first, last, count == 1 ? first : second, true);
      }
      return new Matches(
          count, place, present, previous < 0 ? last : previous, next < 0 ? first : next, false);
    }
  }

  /** Number of the line, from 1, in which a byte is. */
  public static long lineAt(OutputBytes output, long offset) {
    long line = 1;
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = output.open(0, Math.min(offset, output.size()))) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        for (int i = 0; i < read; i++) {
          line += buffer[i] == '\n' ? 1 : 0;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line;
  }

  /**
   * Where lines begin.
   *
   * @param offset of the wanted line; -1 if there are fewer lines
   * @param lines number of lines that were seen
   */
  public record LineStart(long offset, long lines) {}

  /** Where a line begins. */
  public static LineStart startOf(OutputBytes output, long wanted) {
    if (wanted <= 1) {
      return new LineStart(output.size() > 0 ? 0 : -1, 1);
    }
    long line = 1;
    long at = 0;
    byte[] buffer = new byte[1 << 16];
    boolean ended = false;
    try (InputStream in = output.open(0, output.size())) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        for (int i = 0; i < read; i++) {
          ended = buffer[i] == '\n';
          line += ended ? 1 : 0;
          if (ended && line == wanted && at + i + 1 < output.size()) {
            return new LineStart(at + i + 1, line);
          }
        }
        at += read;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new LineStart(-1, ended ? line - 1 : line);
  }
}
