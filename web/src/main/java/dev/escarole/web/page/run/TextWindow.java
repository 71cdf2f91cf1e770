package dev.escarole.web.page.run;

import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.TextBytes;
import dev.escarole.web.page.text.OutputScan;
import dev.escarole.web.page.text.PrintedLine;
import dev.escarole.web.page.text.PrintedText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of some bytes that can be read as text, cut where a line ends if there is one. Immutable.
 *
 * @param from where the part begins
 * @param to where it ends
 * @param binary whether it looks like something else than text
 */
public record TextWindow(long from, long to, boolean binary, List<PrintedLine> lines) {

  /** Bytes of text that are shown at once. */
  static final int TEXT_BYTES = 32 * 1024;

  /** Lines that are shown at once: each is an element of the page. */
  private static final int MOST_LINES = 1_000;

  /** Lines that are shown before one that is asked for. */
  private static final int LINES_BEFORE = 10;

  static final TextWindow NOTHING = new TextWindow(0, 0, false, List.of());

  public TextWindow {
    lines = List.copyOf(lines);
  }

  /**
   * How text is made of bytes.
   *
   * @param wanted what is looked for; null for nothing
   * @param present the byte where the match begins that is shown now; -1 if none is
   */
  record Form(boolean raw, @Nullable Pattern wanted, long present) {

    static final Form USUAL = new Form(false, null, -1);
  }

  /** A part that begins at a byte. */
  static TextWindow from(OutputBytes output, long at, Form form) {
    long start = Math.max(0, Math.min(at, output.size()));
    byte[] bytes = OutputScan.part(output, start, TEXT_BYTES);
    int begin = start == 0 ? 0 : TextBytes.continuation(bytes);
    boolean whole = start + bytes.length >= output.size();
    int end = afterLines(bytes, begin, whole ? bytes.length : TextBytes.cut(bytes));
    return of(output, start, Arrays.copyOfRange(bytes, begin, end), begin, form);
  }

  /** The part before a byte. */
  static TextWindow before(OutputBytes output, long end, Form form) {
    long stop = Math.max(0, Math.min(end, output.size()));
    long start = Math.max(0, stop - TEXT_BYTES);
    byte[] bytes = OutputScan.part(output, start, (int) (stop - start));
    int begin = start == 0 ? 0 : TextBytes.afterFirstLine(bytes);
    begin = begin == 0 && start > 0 ? TextBytes.continuation(bytes) : begin;
    begin = lastLines(bytes, begin, MOST_LINES);
    return of(output, start, Arrays.copyOfRange(bytes, begin, bytes.length), begin, form);
  }

  /**
   * The part around a byte: some of what stands before it, and its line from the beginning if that
   * is not too long.
   */
  static TextWindow around(OutputBytes output, long at, int before, Form form) {
    long start = Math.max(0, at - before);
    byte[] bytes = OutputScan.part(output, start, (int) (at - start));
    int begin = start == 0 ? 0 : TextBytes.afterFirstLine(bytes);
    boolean ends = bytes.length > 0 && bytes[bytes.length - 1] == '\n';
    begin = start > 0 && begin == 0 && ends ? bytes.length : begin;
    begin = lastLines(bytes, begin, LINES_BEFORE);
    return from(output, start + begin, form);
  }

  private static TextWindow of(
      OutputBytes output, long start, byte[] bytes, int skipped, Form form) {
    long from = start + skipped;
    String text = new String(bytes, StandardCharsets.UTF_8);
    long first = from == 0 ? 1 : OutputScan.lineAt(output, from);
    long ahead = form.present() - from;
    boolean inside = form.present() >= 0 && ahead >= 0 && ahead < bytes.length;
    int present = inside ? new String(bytes, 0, (int) ahead, StandardCharsets.UTF_8).length() : -1;
    return new TextWindow(
        from,
        from + bytes.length,
        TextBytes.isBinary(bytes),
        PrintedText.lines(text, form.raw(), first, form.wanted(), present));
  }

  private static int afterLines(byte[] bytes, int begin, int end) {
    int lines = 0;
    for (int i = begin; i < end; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
      if (lines == MOST_LINES) {
        return i + 1;
      }
    }
    return end;
  }

  private static int lastLines(byte[] bytes, int begin, int most) {
    int lines = 0;
    for (int i = bytes.length - 2; i >= begin; i--) {
      lines += bytes[i] == '\n' ? 1 : 0;
      if (lines == most) {
        return i + 1;
      }
    }
    return begin;
  }

  /** The first line, from 1; 0 without lines. */
  long firstLine() {
    return lines.isEmpty() ? 0 : lines.get(0).number();
  }

  /** All of it without colours. */
  String text() {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.text()));
    return text.toString();
  }
}
