package dev.escarole.web.page.run;

import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.output.TextBytes;
import dev.escarole.web.page.text.PrintedText;
import dev.escarole.web.page.words.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a running attempt has written so far, to be read. Immutable.
 *
 * @param attempt which one it is
 * @param address where a script gets what comes next
 */
public record TailText(int attempt, String startedAt, String address, List<Stream> streams) {

  /**
   * One of its outputs.
   *
   * @param name {@code stdout} or {@code stderr}
   * @param title for people
   * @param text the end of it
   * @param next the byte after the text
   * @param skipped how much stands before it, in words; null if that is nothing
   */
  public record Stream(
      String name, String title, String text, long next, @Nullable String skipped) {

    private Stream shortened(int most) {
      int from = text.length() - most;
      if (from <= 0) {
        return this;
      }
      int line = text.indexOf('\n', from);
      String end = text.substring(line < 0 ? from : line + 1);
      return new Stream(name, title, end, next, "Only the end is shown");
    }
  }

  static TailText of(Tail.Running running, String address) {
    return new TailText(
        running.attempt(),
        running.startedAt().toString(),
        address,
        List.of(
            stream("stderr", "Standard error", running.stderr()),
            stream("stdout", "Standard output", running.stdout())));
  }

  /** The same with at most so many characters of each output. */
  TailText shortened(int most) {
    return new TailText(
        attempt,
        startedAt,
        address,
        streams.stream().map(stream -> stream.shortened(most)).toList());
  }

  /** Characters that are not whole yet are left for what comes next. */
  private static Stream stream(String name, String title, Tail.Piece piece) {
    byte[] bytes = piece.data();
    int begin = piece.from() == 0 ? 0 : TextBytes.continuation(bytes);
    int end = Math.max(begin, TextBytes.endOfCharacters(bytes));
    String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    long before = piece.from() + begin;
    return new Stream(
        name,
        title,
        PrintedText.visible(text),
        piece.from() + end,
        before == 0 ? null : Words.bytes(before) + " before this were left out");
  }
}
