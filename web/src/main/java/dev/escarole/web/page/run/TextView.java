package dev.escarole.web.page.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of something that a command read or wrote. Immutable.
 *
 * @param stream {@code stdin}, {@code stdout} or {@code stderr}
 * @param title for people
 * @param size of the whole, in words
 * @param range which bytes are shown, in words; empty if it is all
 * @param pieces the text
 * @param look how it is shown
 * @param moves where one can go from here
 * @param notice what is to be known of it, or null
 */
public record TextView(
    String stream,
    String title,
    String size,
    String range,
    List<Piece> pieces,
    Look look,
    Moves moves,
    @Nullable String notice) {

  public TextView {
    pieces = List.copyOf(pieces);
  }

  /**
   * A piece of text.
   *
   * @param hit whether it is what was looked for
   */
  public record Piece(String text, boolean hit) {}

  /**
   * How something is shown.
   *
   * @param find what is looked for; may be empty
   * @param attempt whose it is
   * @param at where the shown part begins
   */
  public record Look(boolean wrap, String find, int attempt, long at) {}

  /**
   * Addresses; null where there is nothing to go to.
   *
   * @param base of the page, without a question mark
   * @param download of the whole, as it is
   */
  public record Moves(
      String base,
      @Nullable String start,
      @Nullable String earlier,
      @Nullable String later,
      @Nullable String end,
      @Nullable String nextHit,
      String wrap,
      @Nullable String download) {}

  public boolean isEmpty() {
    return pieces.isEmpty();
  }
}
