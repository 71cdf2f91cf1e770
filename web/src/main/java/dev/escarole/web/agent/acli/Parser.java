package dev.escarole.web.agent.acli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits lines into words within limits (acli, sections 4.1 and 4.2). In strict mode, shell
 * metacharacters are refused in the resulting words, quoted or not; a backslash that only escapes
 * has been removed by then. Immutable and thread-safe.
 */
public final class Parser {

  private static final Pattern FORBIDDEN = Pattern.compile("[;&|`$(){}\\[\\]<>!\\\\]");

  /** Limit of a line and of each of its words, in code points. */
  private static final int MOST_CHARACTERS = 10_000;

  private static final int MOST_WORDS = 100;

  private final boolean strict;

  public Parser(boolean strict) {
    this.strict = strict;
  }

  /** Returns the words of a line, or why it is refused. Never throws. */
  public ParseResult parse(@Nullable String line) {
    try {
      return new ParseResult.Ok(words(line));
    } catch (AcliException e) {
      return new ParseResult.Refused(e.error());
    }
  }

  /**
   * Returns the words of a line.
   *
   * @throws AcliException if it is refused
   */
  List<String> words(@Nullable String line) {
    if (line == null || line.isBlank()) {
      throw new AcliException(
          AcliError.unparsable("the line is empty").withHint("Run 'help' for available commands"));
    }
    checkLength("", line);
    if (line.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw unparsable("half a character (a lone surrogate)");
    }
    List<String> words = split(line);
    check(words);
    return words;
  }

  /** Refuses words that break a limit or, in strict mode, hold a metacharacter. */
  void check(List<String> words) {
    if (words.size() > MOST_WORDS) {
      throw unparsable("%d words, at most %d are allowed".formatted(words.size(), MOST_WORDS));
    }
    words.forEach(word -> checkLength("a word of ", word));
    Matcher forbidden = FORBIDDEN.matcher(String.join(" ", words));
    if (strict && forbidden.find()) {
      throw new AcliException(AcliError.forbidden(forbidden.group()));
    }
  }

  private static void checkLength(String what, String text) {
    int length = text.codePointCount(0, text.length());
    if (length > MOST_CHARACTERS) {
      throw unparsable(
          "%s%d characters, at most %d are allowed".formatted(what, length, MOST_CHARACTERS));
    }
  }

  private static AcliException unparsable(String detail) {
    return new AcliException(AcliError.unparsable(detail));
  }

  /**
   * Splits a line like a POSIX shell, without expansions and limits (acli, section 4.1).
   *
   * @throws AcliException if a quote is not closed, an escape is unknown, or the line contains
   *     forbidden control characters
   */
  static List<String> split(String line) {
    return new Splitting(line.strip()).words();
  }

  /** Result of parsing a line: its words or an error (acli, section 4.3). */
  public sealed interface ParseResult {
    record Ok(List<String> value) implements ParseResult {
      public Ok {
        value = List.copyOf(value);
      }
    }

    record Refused(AcliError error) implements ParseResult {}
  }

  private static final class Splitting {
    /** Control characters that multi-line texts contain. */
    private static final String BLANK_CONTROLS = "\t\n\r";

    private static final String OPEN_SINGLE = "a single quote is not closed";
    private static final String OPEN_DOUBLE = "a double quote is not closed";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    Splitting(String line) {
      this.line = line;
    }

    List<String> words() {
      while (at < line.length()) {
        step(line.charAt(at++));
      }
      endWord();
      return words;
    }

    private void step(char c) {
      if (c == ' ' || c == '\t') {
        endWord();
        return;
      }
      inWord = true;
      switch (c) {
        case '\'' -> {
          for (char next = next(OPEN_SINGLE); next != '\''; next = next(OPEN_SINGLE)) {
            add(next);
          }
        }
        case '"' -> {
          for (char next = next(OPEN_DOUBLE); next != '"'; next = next(OPEN_DOUBLE)) {
            add(next == '\\' ? escaped(next(OPEN_DOUBLE)) : next);
          }
        }
        case '\\' -> add(next("a backslash at the end escapes nothing"));
        case '\n', '\r' -> throw unparsable("a line break outside quotes");
        default -> add(c);
      }
    }

    private static char escaped(char c) {
      return switch (c) {
        case '"', '\\' -> c;
        case 'n' -> '\n';
        case 't' -> '\t';
        default ->
            throw unparsable(
                "unknown escape '\\%s' in double quotes; use \\\" \\\\ \\n \\t"
                    .formatted(AcliError.shown(String.valueOf(c))));
      };
    }

    private char next(String otherwise) {
      if (at >= line.length()) {
        throw unparsable(otherwise);
      }
      return line.charAt(at++);
    }

    private void add(char c) {
      if (Character.isISOControl(c) && BLANK_CONTROLS.indexOf(c) < 0) {
        throw unparsable("the control character U+%04X".formatted((int) c));
      }
      word.append(c);
    }

    private void endWord() {
      if (inWord) {
        words.add(word.toString());
        word.setLength(0);
        inWord = false;
      }
    }
  }
}
