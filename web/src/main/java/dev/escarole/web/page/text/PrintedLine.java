package dev.escarole.web.page.text;

import java.util.List;

/**
 * A line that a command printed. Immutable.
 *
 * @param number from 1; 0 if lines are not counted
 */
public record PrintedLine(long number, List<Piece> pieces) {

  public PrintedLine {
    pieces = List.copyOf(pieces);
  }

  /** What a piece is to somebody who looks for something. */
  public enum Match {
    NONE,
    /** It was found. */
    SOME,
    /** It was found, and is the one that is shown now. */
    PRESENT,
    /** More of the one that is shown now, in another colour. */
    CONTINUED
  }

  /**
   * Text that looks alike.
   *
   * @param style classes of the style sheet; empty for usual text
   */
  public record Piece(String text, String style, Match match) {}

  /** Its text without colours. */
  public String text() {
    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(piece.text()));
    return text.toString();
  }
}
