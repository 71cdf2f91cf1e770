package dev.escarole.web.agent.acli;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits one line into words like a POSIX shell, without expansions (acli, section 4.1). Used once,
 * by one thread.
 */
final class Tokenizer {

  /** Control characters that multi-line texts contain. */
  private static final String BLANK_CONTROLS = "\t\n\r";

  private final String line;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  Tokenizer(String line) {
    this.line = line.strip();
  }

  /**
   * The words.
   *
   * @throws AcliException if a quote is not closed, an escape is unknown, or the line contains
   *     forbidden control characters
   */
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
      case '\'' -> singleQuoted();
      case '"' -> doubleQuoted();
      case '\\' -> add(next("a backslash at the end escapes nothing"));
      case '\n', '\r' -> throw unparsable("a line break outside quotes");
      default -> add(c);
    }
  }

  private void singleQuoted() {
    for (char c = next(OPEN_SINGLE); c != '\''; c = next(OPEN_SINGLE)) {
      add(c);
    }
  }

  private void doubleQuoted() {
    for (char c = next(OPEN_DOUBLE); c != '"'; c = next(OPEN_DOUBLE)) {
      add(c == '\\' ? escaped(next(OPEN_DOUBLE)) : c);
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

  private static AcliException unparsable(String detail) {
    return new AcliException(AcliError.unparsable(detail));
  }

  private static final String OPEN_SINGLE = "a single quote is not closed";
  private static final String OPEN_DOUBLE = "a double quote is not closed";
}
