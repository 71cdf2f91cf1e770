package dev.escarole.engine.run;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Masks in an error line what differs between failures of one kind: numbers, paths, quoted text and
 * the command's own arguments. Used once, by one thread.
 */
final class ErrorPattern {

  static final String MASK = "…";

  private static final int LONGEST = 200;
  private static final int SHORTEST_HASH = 8;
  private static final int LONGEST_ENDING = 4;
  private static final String OPENING = "'\"`“‘«";
  private static final String CLOSING = "'\"`”’»";
  private static final String SEPARATORS = ":=,;()[]{}<>|";

  private final String line;
  private final Set<String> arguments;
  private final StringBuilder masked = new StringBuilder();

  private ErrorPattern(String line, List<String> argv) {
    this.line = line;
    this.arguments = new HashSet<>(argv.subList(Math.min(1, argv.size()), argv.size()));
  }

  /** Returns the masked line. The command's name, the first word of {@code argv}, stays. */
  static String of(String line, List<String> argv) {
    ErrorPattern pattern = new ErrorPattern(line, argv);
    pattern.mask();
    String text = pattern.masked.toString().strip();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + MASK;
  }

  private void mask() {
    int at = 0;
    while (at < line.length()) {
      char next = line.charAt(at);
      int quoted = endOfQuoted(at);
      if (quoted > 0) {
        masked.append(next).append(MASK).append(line.charAt(quoted));
        at = quoted + 1;
      } else if (Character.isWhitespace(next) || Character.isISOControl(next)) {
        space();
        at++;
      } else {
        int end = endOfWord(at);
        word(line.substring(at, end));
        at = end;
      }
    }
  }

  private void space() {
    if (!masked.isEmpty() && masked.charAt(masked.length() - 1) != ' ') {
      masked.append(' ');
    }
  }

  /** The place of the closing quote if a quoted text begins here, else -1. */
  private int endOfQuoted(int from) {
    int kind = OPENING.indexOf(line.charAt(from));
    if (kind < 0 || (from > 0 && Character.isLetterOrDigit(line.charAt(from - 1)))) {
      return -1;
    }
    char closing = CLOSING.charAt(kind);
    for (int end = line.indexOf(closing, from + 1); end > 0; end = line.indexOf(closing, end + 1)) {
      // An apostrophe stands between letters.
      if (end + 1 == line.length() || !Character.isLetterOrDigit(line.charAt(end + 1))) {
        return end;
      }
    }
    return -1;
  }

  private int endOfWord(int from) {
    int end = from + 1;
    while (end < line.length()
        && !Character.isWhitespace(line.charAt(end))
        && endOfQuoted(end) < 0) {
      end++;
    }
    return end;
  }

  /** A word without blanks: it is an argument, or it is masked between its separators. */
  private void word(String word) {
    int end = word.length();
    while (end > 0 && isPunctuation(word.charAt(end - 1))) {
      end--;
    }
    boolean whole = arguments.contains(word.substring(0, end)) || word.contains("://");
    if (end > 1 && whole) {
      masked.append(MASK).append(word, end, word.length());
      return;
    }
    int from = 0;
    for (int i = 0; i <= word.length(); i++) {
      if (i == word.length() || SEPARATORS.indexOf(word.charAt(i)) >= 0) {
        piece(word.substring(from, i));
        if (i < word.length()) {
          masked.append(word.charAt(i));
        }
        from = i + 1;
      }
    }
  }

  private static boolean isPunctuation(char each) {
    return ".!?".indexOf(each) >= 0 || SEPARATORS.indexOf(each) >= 0;
  }

  private void piece(String piece) {
    boolean argument = piece.length() > 1 && arguments.contains(piece);
    if (argument || isPath(piece) || isFileName(piece) || isHash(piece)) {
      masked.append(MASK);
    } else {
      numbers(piece);
    }
  }

  /** Words such as {@code and/or} and {@code I/O} are no paths. */
  private static boolean isPath(String piece) {
    if (piece.indexOf('\\') >= 0) {
      return true;
    }
    int slash = piece.indexOf('/');
    boolean single = slash > 0 && slash == piece.lastIndexOf('/') && slash + 1 < piece.length();
    boolean words =
        single && piece.chars().allMatch(each -> each == '/' || Character.isLetter(each));
    return slash >= 0 && !words && piece.length() > 1;
  }

  /** Such as {@code part-17.csv}; the ending is short and in lower case. */
  private static boolean isFileName(String piece) {
    String name = piece.endsWith(".") ? piece.substring(0, piece.length() - 1) : piece;
    int dot = name.lastIndexOf('.');
    String ending = name.substring(dot + 1);
    return dot > 1
        && !ending.isEmpty()
        && ending.length() <= LONGEST_ENDING
        && Character.isLetter(ending.charAt(0))
        && ending.chars().allMatch(each -> Character.isLowerCase(each) || Character.isDigit(each));
  }

  /** Such as the hash of a content, or a UUID. */
  private static boolean isHash(String piece) {
    return piece.length() >= SHORTEST_HASH
        && piece.chars().anyMatch(Character::isDigit)
        && piece.chars().allMatch(each -> each == '-' || Character.digit(each, 16) >= 0);
  }

  private void numbers(String piece) {
    int at = 0;
    while (at < piece.length()) {
      if (!Character.isDigit(piece.charAt(at))) {
        masked.append(piece.charAt(at++));
        continue;
      }
      masked.append(MASK);
      boolean hex = piece.startsWith("0x", at);
      at += hex ? 2 : 1;
      while (at < piece.length() && isOfNumber(piece, at, hex)) {
        at++;
      }
    }
  }

  private static boolean isOfNumber(String piece, int at, boolean hex) {
    char each = piece.charAt(at);
    boolean point =
        each == '.' && at + 1 < piece.length() && Character.isDigit(piece.charAt(at + 1));
    return point || Character.digit(each, hex ? 16 : 10) >= 0;
  }
}
