package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Splits a command template into words, before substitution. Single quotes preserve everything,
 * double quotes everything except backslashes, and a backslash outside single quotes preserves the
 * next character, including a brace.
 */
public final class WordSplitter {
  private static final char NONE = '\0';

  private final String template;
  private final List<Word> words = new ArrayList<>();
  private final List<TemplateException> problems = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();

  /** Positions of escaped characters in the word. */
  private final BitSet kept = new BitSet();

  private boolean inWord;
  private boolean quoted;
  private char quote = NONE;

  private WordSplitter(String template) {
    this.template = template;
  }

  /** Splits {@code template}; throws one {@link TemplateException} for all errors. */
  public static List<Word> split(String template) {
    return new WordSplitter(template).split();
  }

  private List<Word> split() {
    for (int at = 0; at < template.length(); at++) {
      char c = template.charAt(at);
      if (c == '\\' && quote != '\'') {
        at++;
        escaped(at);
      } else if (quote != NONE) {
        insideQuotes(c);
      } else {
        outsideQuotes(c);
      }
    }
    return finished();
  }

  private void escaped(int at) {
    if (at == template.length()) {
      problems.add(
          new TemplateException(
              Codes.TRAILING_BACKSLASH,
              "the template ends with a backslash",
              "Write \\\\ for a backslash, or remove it."));
      return;
    }
    kept.set(word.length());
    word.append(template.charAt(at));
    inWord = true;
  }

  private void insideQuotes(char c) {
    if (c == quote) {
      quote = NONE;
    } else {
      word.append(c);
    }
  }

  private void outsideQuotes(char c) {
    if (c == '\'' || c == '"') {
      quote = c;
      quoted = true;
      inWord = true;
    } else if (isBlank(c)) {
      endWord();
    } else {
      word.append(c);
      inWord = true;
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private void endWord() {
    if (inWord) {
      try {
        words.add(new Word(quoted, Text.ofWord(word.toString(), kept)));
      } catch (TemplateException problem) {
        problems.add(problem);
      }
    }
    word.setLength(0);
    kept.clear();
    inWord = false;
    quoted = false;
  }

  private List<Word> finished() {
    if (quote != NONE) {
      problems.add(
          new TemplateException(
              Codes.UNTERMINATED_QUOTE,
              "a " + (quote == '"' ? "double" : "single") + " quote is never closed",
              "Close it, or write \\" + quote + " for the character itself."));
    }
    endWord();
    checkWhole();
    if (!problems.isEmpty()) {
      throw TemplateException.of(problems);
    }
    return List.copyOf(words);
  }

  private void checkWhole() {
    if (words.isEmpty() && problems.isEmpty()) {
      problems.add(
          new TemplateException(
              Codes.EMPTY_COMMAND, "the template has no command", "Start it with a command."));
    }
    if (template.indexOf('\0') >= 0) {
      problems.add(
          new TemplateException(
              Codes.NUL_CHARACTER, "the template contains a NUL character", "Leave it out."));
    }
  }
}
