package dev.escarole.web.page.text;

import dev.escarole.web.page.text.PrintedLine.Match;
import dev.escarole.web.page.text.PrintedLine.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes lines of text that a command printed. Escape sequences for colours become styles, other
 * ones of known forms are left out, and all other control characters are shown as signs; raw text
 * has all of them as signs. Confined to one thread.
 */
public final class PrintedText {

  private static final char ESCAPE = '\033';

  /** Colours and other looks. */
  private static final Pattern SGR = Pattern.compile("\033\\[([0-9;:]{0,64})m");

  /**
   * Other sequences: those that move the cursor or erase, choose letters, title windows or link.
   */
  private static final Pattern OTHER =
      Pattern.compile(
          "\033\\[[0-?]{0,32}[ -/]{0,4}[@-~]|\033[()*+][0-9A-Za-z]|\033\\][^\007\033\n]{0,2000}(?:\007|\033\\\\)");

  private static final Pattern NO_MATCH = Pattern.compile("(?!)");

  private final String text;
  private final boolean raw;
  private final List<PrintedLine> lines = new ArrayList<>();
  private List<Piece> pieces = new ArrayList<>();
  private final StringBuilder piece = new StringBuilder();
  private SgrStyle style = SgrStyle.PLAIN;
  private Match match = Match.NONE;
  private boolean presentShown;
  private long number;

  private PrintedText(String text, boolean raw, long number) {
    this.text = text;
    this.raw = raw;
    this.number = number;
  }

  /**
   * Makes lines.
   *
   * @param first number of the first line; 0 if lines are not counted
   * @param wanted what is looked for; null for nothing
   * @param present where in the text the match begins that is shown now; -1 if none is
   */
  public static List<PrintedLine> lines(
      String text, boolean raw, long first, @Nullable Pattern wanted, int present) {
    PrintedText printed = new PrintedText(text, raw, first);
    printed.read((wanted == null ? NO_MATCH : wanted).matcher(text), present);
    return printed.lines;
  }

  /** Control characters become the signs that stand for them. */
  public static String visible(String text) {
    StringBuilder shown = new StringBuilder(text);
    for (int i = 0; i < shown.length(); i++) {
      shown.setCharAt(i, visible(shown.charAt(i)));
    }
    return shown.toString();
  }

  private static char visible(char each) {
    boolean control = each < ' ' && each != '\n' && each != '\t';
    return control ? (char) ('\u2400' + each) : each;
  }

  private void read(Matcher matches, int present) {
    Matcher colours = SGR.matcher(text);
    Matcher others = OTHER.matcher(text);
    boolean more = matches.find();
    int at = 0;
    while (at < text.length()) {
      while (more && at >= matches.end()) {
        more = matches.find();
      }
      boolean found = more && at >= matches.start();
      become(!found ? Match.NONE : matches.start() == present ? Match.PRESENT : Match.SOME, style);
      int end = raw ? at : afterSequence(at, colours, others);
      if (end > at) {
        at = end;
      } else {
        add(at++);
      }
    }
    endPiece();
    if (!pieces.isEmpty()) {
      endLine();
    }
  }

  /** Where the sequence ends that begins here; the same place if none does. */
  private int afterSequence(int at, Matcher colours, Matcher others) {
    if (text.charAt(at) != ESCAPE) {
      return at;
    }
    if (colours.region(at, text.length()).lookingAt()) {
      become(match, style.after(colours.group(1)));
      return colours.end();
    }
    return others.region(at, text.length()).lookingAt() ? others.end() : at;
  }

  private void add(int at) {
    char each = text.charAt(at);
    boolean windows = each == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
    if (windows && !raw) {
      return;
    }
    piece.append(visible(each));
    if (each == '\n') {
      endPiece();
      endLine();
    }
  }

  private void become(Match nextMatch, SgrStyle nextStyle) {
    if (nextMatch != match || !nextStyle.equals(style)) {
      endPiece();
      match = nextMatch;
      style = nextStyle;
    }
  }

  private void endPiece() {
    if (piece.length() > 0) {
      boolean present = match == Match.PRESENT;
      Match shown = present && presentShown ? Match.CONTINUED : match;
      presentShown |= present;
      pieces.add(new Piece(piece.toString(), style.classes(), shown));
      piece.setLength(0);
    }
  }

  private void endLine() {
    lines.add(new PrintedLine(number, pieces));
    pieces = new ArrayList<>();
    number += number > 0 ? 1 : 0;
  }
}
