package dev.escarole.web.page.run;

import dev.escarole.web.app.local.TailView;
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

  public TailText {
    streams = List.copyOf(streams);
  }

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

  static TailText of(TailView.Running running, String address) {
    return new TailText(
        running.attempt(),
        running.startedAt().toString(),
        address,
        List.of(
            stream(Streams.Name.STDERR, running.stderr()),
            stream(Streams.Name.STDOUT, running.stdout())));
  }

  /** Characters that are not whole yet are left for what comes next. */
  private static Stream stream(Streams.Name name, TailView.Piece piece) {
    byte[] bytes = piece.bytes();
    int begin = piece.from() == 0 ? 0 : TextWindow.continuation(bytes);
    int end = Math.max(begin, TextWindow.endOfCharacters(bytes));
    String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    long before = piece.from() + begin;
    return new Stream(
        name.word(),
        name.title(),
        TextWindow.visible(text),
        piece.from() + end,
        before == 0 ? null : Words.bytes(before) + " before this were left out");
  }
}
