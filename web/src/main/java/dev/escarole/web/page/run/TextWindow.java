package dev.escarole.web.page.run;

import dev.escarole.web.app.run.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of some bytes that can be read as text, cut where a line ends if there is one. Immutable.
 *
 * @param from where the part begins
 * @param to where it ends
 * @param binary whether it looks like something else than text
 */
public record TextWindow(long from, long to, boolean binary, List<TextView.Piece> pieces) {

  /** Bytes of text that are shown at once. */
  static final int TEXT_BYTES = 32 * 1024;

  /** Some bytes; fewer at the end, and none beyond it. */
  static byte[] part(OutputBytes output, long from, int length) {
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

  static TextWindow from(OutputBytes output, long at, String find) {
    long start = Math.max(0, Math.min(at, output.size()));
    return of(part(output, start, TEXT_BYTES), start, output.size(), find);
  }

  static TextWindow last(OutputBytes output, String find) {
    long start = Math.max(0, output.size() - TEXT_BYTES);
    byte[] bytes = part(output, start, TEXT_BYTES);
    int begin = start == 0 ? 0 : afterFirstLine(bytes);
    byte[] shown = Arrays.copyOfRange(bytes, begin, bytes.length);
    return of(shown, start + begin, output.size(), find);
  }

  static TextWindow of(byte[] bytes, long from, long size, String find) {
    boolean binary = isBinary(bytes);
    int begin = from == 0 ? 0 : continuation(bytes);
    int end = from + bytes.length >= size ? bytes.length : cut(bytes);
    String text = visible(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
    return new TextWindow(from + begin, from + end, binary, marked(text, find));
  }

  private static int afterFirstLine(byte[] bytes) {
    for (int i = 0; i < bytes.length - 1; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  /** Bytes at the beginning that belong to a character before it. */
  static int continuation(byte[] bytes) {
    int i = 0;
    while (i < Math.min(3, bytes.length) && (bytes[i] & 0xc0) == 0x80) {
      i++;
    }
    return i;
  }

  /** After the last line, or at least not in a character. */
  private static int cut(byte[] bytes) {
    for (int i = bytes.length - 1; i > bytes.length / 2; i--) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return endOfCharacters(bytes);
  }

  /** After the last character that is whole, if these bytes are text. */
  static int endOfCharacters(byte[] bytes) {
    int end = bytes.length;
    while (end > bytes.length - 4 && end > 0 && (bytes[end - 1] & 0xc0) == 0x80) {
      end--;
    }
    boolean begins = end > 0 && (bytes[end - 1] & 0xc0) == 0xc0;
    return begins ? end - 1 : bytes.length;
  }

  /** A byte 0, or many that no text has. */
  static boolean isBinary(byte[] bytes) {
    int odd = 0;
    for (byte each : bytes) {
      if (each == 0) {
        return true;
      }
      odd += each > 0 && each < ' ' && "\n\r\t\f\b\033".indexOf(each) < 0 ? 1 : 0;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    long replaced = text.chars().filter(each -> each == '\ufffd').count();
    return odd + replaced > Math.max(8, bytes.length / 10);
  }

  /** Control characters become the signs that stand for them. */
  static String visible(String text) {
    StringBuilder shown = new StringBuilder(text);
    for (int i = 0; i < shown.length(); i++) {
      char each = shown.charAt(i);
      if (each < ' ' && each != '\n' && each != '\t') {
        shown.setCharAt(i, (char) ('\u2400' + each));
      }
    }
    return shown.toString();
  }

  private static List<TextView.Piece> marked(String text, String find) {
    if (text.isEmpty()) {
      return List.of();
    }
    if (find.isEmpty()) {
      return List.of(new TextView.Piece(text, false));
    }
    List<TextView.Piece> pieces = new ArrayList<>();
    Matcher hits =
        Pattern.compile(find, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
            .matcher(text);
    int from = 0;
    while (hits.find()) {
      if (hits.start() > from) {
        pieces.add(new TextView.Piece(text.substring(from, hits.start()), false));
      }
      pieces.add(new TextView.Piece(hits.group(), true));
      from = hits.end();
    }
    if (from < text.length()) {
      pieces.add(new TextView.Piece(text.substring(from), false));
    }
    return pieces;
  }

  /** Where the text comes up next, letters of the alphabet in any case; -1 if it does not. */
  static long find(OutputBytes output, String text, long from) {
    String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    Pattern wanted = Pattern.compile(bytes, Pattern.LITERAL | Pattern.CASE_INSENSITIVE);
    int step = 1 << 20;
    for (long at = from; at < output.size(); at += step) {
      byte[] part = part(output, at, step + bytes.length() - 1);
      Matcher hit = wanted.matcher(new String(part, StandardCharsets.ISO_8859_1));
      if (hit.find()) {
        return at + hit.start();
      }
    }
    return -1;
  }
}
