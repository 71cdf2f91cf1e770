package dev.escarole.web.page.run;

import dev.escarole.web.app.run.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of some bytes that can be read as text, cut where a line ends if there is one. Immutable.
 *
 * @param from where the part begins
 * @param to where it ends
 * @param binary whether it looks like something else than text
 */
record TextWindow(long from, long to, boolean binary, List<TextView.Piece> pieces) {

  /** Bytes of text that are shown at once. */
  static final int TEXT_BYTES = 32 * 1024;

  /** No bytes at all. */
  static final OutputBytes NOTHING =
      new OutputBytes() {
        @Override
        public long size() {
          return 0;
        }

        @Override
        public String sha256() {
          return "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        }

        @Override
        public String fileName() {
          return "";
        }

        @Override
        public boolean settled() {
          return true;
        }

        @Override
        public InputStream open(long from, long end) {
          return InputStream.nullInputStream();
        }
      };

  TextWindow {
    pieces = List.copyOf(pieces);
  }

  /**
   * Some bytes; fewer at the end.
   *
   * @param from 0 or more; beyond the end there is nothing
   */
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

  /** The part that begins here. */
  static TextWindow from(OutputBytes output, long at, TextView.Look look) {
    long start = Math.max(0, Math.min(at, output.size()));
    return of(part(output, start, TEXT_BYTES), start, output.size(), look);
  }

  /** The last part. */
  static TextWindow last(OutputBytes output, TextView.Look look) {
    long start = Math.max(0, output.size() - TEXT_BYTES);
    byte[] bytes = part(output, start, TEXT_BYTES);
    int begin = start == 0 ? 0 : afterFirstLine(bytes);
    byte[] shown = Arrays.copyOfRange(bytes, begin, bytes.length);
    return of(shown, start + begin, output.size(), look);
  }

  static TextWindow of(byte[] bytes, long from, long size, TextView.Look look) {
    boolean binary = isBinary(bytes);
    int begin = from == 0 ? 0 : continuation(bytes);
    int end = from + bytes.length >= size ? bytes.length : cut(bytes);
    String text = visible(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
    return new TextWindow(from + begin, from + end, binary, marked(text, look.find()));
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
    int from = 0;
    while (from < text.length()) {
      int hit = indexOf(text, find, from);
      if (hit < 0) {
        break;
      }
      if (hit > from) {
        pieces.add(new TextView.Piece(text.substring(from, hit), false));
      }
      pieces.add(new TextView.Piece(text.substring(hit, hit + find.length()), true));
      from = hit + find.length();
    }
    if (from < text.length()) {
      pieces.add(new TextView.Piece(text.substring(from), false));
    }
    return pieces;
  }

  private static int indexOf(String text, String find, int from) {
    for (int i = from; i <= text.length() - find.length(); i++) {
      if (text.regionMatches(true, i, find, 0, find.length())) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Where the text comes up next, letters of the alphabet in any case; -1 if it does not.
   *
   * @param from where to begin to look
   */
  static long find(OutputBytes output, String text, long from) {
    byte[] wanted = folded(text.getBytes(StandardCharsets.UTF_8));
    int step = 1 << 20;
    for (long at = from; at < output.size(); at += step) {
      byte[] bytes = folded(part(output, at, step + wanted.length - 1));
      for (int i = 0; i <= bytes.length - wanted.length; i++) {
        if (isAt(bytes, i, wanted)) {
          return at + i;
        }
      }
    }
    return -1;
  }

  private static boolean isAt(byte[] bytes, int place, byte[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      if (bytes[place + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] folded(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (bytes[i] >= 'A' && bytes[i] <= 'Z' ? bytes[i] + ('a' - 'A') : bytes[i]);
    }
    return bytes;
  }
}
