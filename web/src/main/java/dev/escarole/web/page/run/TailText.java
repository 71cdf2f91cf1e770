package dev.escarole.web.page.run;

import dev.escarole.web.app.run.Tail;
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
      String name, String title, String text, long next, @Nullable String skipped) {}

  static TailText of(Tail.Running running, String address) {
    return new TailText(
        running.attempt(),
        running.startedAt().toString(),
        address,
        List.of(
            stream("stderr", "Standard error", running.stderr()),
            stream("stdout", "Standard output", running.stdout())));
  }

  /** Characters that are not whole yet are left for what comes next. */
  private static Stream stream(String name, String title, Tail.Piece piece) {
    byte[] bytes = piece.data();
    int begin = piece.from() == 0 ? 0 : TextWindow.continuation(bytes);
    int end = Math.max(begin, TextWindow.endOfCharacters(bytes));
    String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    long before = piece.from() + begin;
    return new Stream(
        name,
        title,
        TextWindow.visible(text),
        piece.from() + end,
        before == 0 ? null : Words.bytes(before) + " before this were left out");
  }
}
