package dev.escarole.web.app.local.compare;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import dev.escarole.engine.run.Content;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.output.OutputBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text that is compared with another one, as much of it as takes no long time. Immutable.
 *
 * @param lines its first lines; null if it is not text
 * @param cut whether it has more
 */
public record ComparedText(TextDifference.Side side, @Nullable List<String> lines, boolean cut) {

  private static final int MOST_BYTES = 512 * 1024;
  private static final int MOST_LINES = 20_000;

  /** The library needs memory for the square of this. */
  private static final int MOST_COMPARED = 1_000;

  private static final int MOST_SHOWN = 2_000;
  private static final int LONGEST_LINE = 2_000;
  private static final int AROUND = 3;

  /** How a later text differs from it. */
  public TextDifference difference(ComparedText after) {
    boolean same = side.sha256().equals(after.side().sha256());
    boolean text = lines != null && after.lines() != null;
    Differences found =
        same || lines == null || after.lines() == null
            ? new Differences(List.of(), false)
            : compared(lines, after.lines());
    boolean rest = text && !same && (cut || after.cut());
    return new TextDifference(side, after.side(), same, text, found.lines(), found.more() || rest);
  }

  /** A text. */
  public static ComparedText of(String from, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MOST_BYTES);
    return text(
        new TextDifference.Side(from, bytes.length, Content.of(bytes).sha256()), bytes, length);
  }

  /** An output. */
  public static ComparedText of(String from, OutputBytes output) {
    int length = (int) Math.min(output.size(), MOST_BYTES);
    try (InputStream in = output.open(0, length)) {
      byte[] bytes = in.readNBytes(length);
      return text(
          new TextDifference.Side(from, output.size(), output.sha256()), bytes, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ComparedText text(TextDifference.Side side, byte[] bytes, int length) {
    boolean cut = side.bytes() > length;
    int end = length;
    if (cut) {
      // Not in the middle of a line, and so of no character.
      while (end > 0 && bytes[end - 1] != '\n') {
        end--;
      }
    }
    String text = decoded(bytes, end == 0 ? length : end);
    if (text == null || text.indexOf('\0') >= 0) {
      return new ComparedText(side, null, cut);
    }
    List<String> lines = text.lines().limit(MOST_LINES + 1L).toList();
    return lines.size() > MOST_LINES
        ? new ComparedText(side, lines.subList(0, MOST_LINES), true)
        : new ComparedText(side, lines, cut);
  }

  private static @Nullable String decoded(byte[] bytes, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, 0, length))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * The differences.
   *
   * @param more whether there may be others
   */
  private record Differences(List<TextDifference.Line> lines, boolean more) {}

  private static Differences compared(List<String> before, List<String> after) {
    int start = 0;
    int shorter = Math.min(before.size(), after.size());
    while (start < shorter && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    int oldEnd = Math.min(before.size() - end, start + MOST_COMPARED);
    int newEnd = Math.min(after.size() - end, start + MOST_COMPARED);
    boolean cut = oldEnd < before.size() - end || newEnd < after.size() - end;
    List<TextDifference.Line> lines =
        new Hunks(before, start)
            .lines(
                DiffUtils.diff(before.subList(start, oldEnd), after.subList(start, newEnd))
                    .getDeltas(),
                cut ? oldEnd : before.size());
    boolean many = lines.size() > MOST_SHOWN;
    return new Differences(many ? lines.subList(0, MOST_SHOWN) : lines, cut || many);
  }

  /** Puts lines around differences; used once. */
  private static final class Hunks {

    private final List<String> before;
    private final int start;
    private final List<TextDifference.Line> lines = new ArrayList<>();

    /** Lines before this one have been written, or are left out. */
    private int written;

    /**
     * @param start where the compared part begins
     */
    Hunks(List<String> before, int start) {
      this.before = before;
      this.start = start;
    }

    List<TextDifference.Line> lines(List<AbstractDelta<String>> deltas, int end) {
      for (int i = 0; i < deltas.size(); i++) {
        AbstractDelta<String> delta = deltas.get(i);
        int from = start + delta.getSource().getPosition();
        int to = start + delta.getTarget().getPosition();
        same(Math.max(written, from - AROUND), from, to - from);
        for (String line : delta.getSource().getLines()) {
          lines.add(line("removed", from++, null, line));
        }
        for (String line : delta.getTarget().getLines()) {
          lines.add(line("added", null, to++, line));
        }
        int next =
            i + 1 < deltas.size() ? start + deltas.get(i + 1).getSource().getPosition() : end;
        written = Math.min(next, from + AROUND);
        same(from, written, to - from);
      }
      return lines;
    }

    private void same(int from, int end, int shift) {
      for (int at = from; at < end; at++) {
        lines.add(line("same", at, at + shift, before.get(at)));
      }
    }
  }

  private static TextDifference.Line line(
      String kind, @Nullable Integer before, @Nullable Integer after, String text) {
    return new TextDifference.Line(
        kind,
        before == null ? null : (Integer) (before + 1),
        after == null ? null : (Integer) (after + 1),
        text.codePointCount(0, text.length()) <= LONGEST_LINE
            ? text
            : text.substring(0, text.offsetByCodePoints(0, LONGEST_LINE)) + "…");
  }
}
