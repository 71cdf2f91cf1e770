package dev.escarole.engine.shell;

import dev.escarole.engine.shell.ShellLine.Word;
import dev.escarole.engine.shell.ShellLine.Word.Literal;
import dev.escarole.engine.shell.ShellLine.Word.Part;
import dev.escarole.engine.shell.ShellLine.Word.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one word: quotes, escapes and variables. Used once. */
final class WordLexer {

  private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";
  private static final Pattern ASSIGNMENT = Pattern.compile("(" + NAME + ")=");
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:(" + NAME + ")|\\{(" + NAME + ")\\})");

  private final String line;
  private final int start;
  private final IntConsumer end;
  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private int at;

  /**
   * Starts at a word.
   *
   * @param end receives the end of the word
   */
  WordLexer(String line, int start, IntConsumer end) {
    this.line = line;
    this.start = start;
    this.end = end;
    this.at = start;
  }

  Word word() throws SyntaxException {
    Matcher assignment = match(ASSIGNMENT);
    String assigns = assignment.lookingAt() ? assignment.group(1) : null;
    while (at < line.length() && !endsWord(line.charAt(at))) {
      piece();
    }
    endLiteral();
    end.accept(at);
    return new Word(start, assigns, parts);
  }

  static boolean endsWord(char c) {
    return Lexer.isBlank(c) || "|&;<>()\n".indexOf(c) >= 0;
  }

  private void piece() throws SyntaxException {
    switch (line.charAt(at)) {
      case '\'' -> singleQuoted();
      case '"' -> doubleQuoted();
      case '\\' -> escaped();
      case '$' -> dollar(true);
      case '`' -> throw substitution();
      default -> literal.append(line.charAt(at++));
    }
  }

  private void singleQuoted() throws SyntaxException {
    int close = line.indexOf('\'', at + 1);
    if (close < 0) {
      throw SyntaxException.parseError(at, "this quote is never closed");
    }
    literal.append(line, at + 1, close);
    at = close + 1;
  }

  private void doubleQuoted() throws SyntaxException {
    int open = at++;
    while (at < line.length()) {
      char c = line.charAt(at);
      if (c == '"') {
        at++;
        return;
      } else if (c == '\\') {
        escapedInQuotes();
      } else if (c == '$') {
        dollar(false);
      } else if (c == '`') {
        throw substitution();
      } else {
        literal.append(c);
        at++;
      }
    }
    throw SyntaxException.parseError(open, "this quote is never closed");
  }

  private void escapedInQuotes() throws SyntaxException {
    char next = at + 1 < line.length() ? line.charAt(at + 1) : 'x';
    if ("$\"\\`".indexOf(next) >= 0) {
      literal.append(next);
      at += 2;
      return;
    }
    refuseContinuation(next);
    literal.append('\\');
    at++;
  }

  private void escaped() throws SyntaxException {
    if (at + 1 == line.length()) {
      throw SyntaxException.parseError(at, "the line ends after this backslash");
    }
    refuseContinuation(line.charAt(at + 1));
    literal.append(line.charAt(at + 1));
    at += 2;
  }

  private void refuseContinuation(char next) throws SyntaxException {
    if (next == '\n') {
      throw SyntaxException.unsupported(at, "continuing on the next line is not supported");
    }
  }

  private void dollar(boolean bare) throws SyntaxException {
    Matcher variable = match(VARIABLE);
    if (variable.lookingAt()) {
      endLiteral();
      String name = variable.group(1) == null ? variable.group(2) : variable.group(1);
      parts.add(new Variable(name, variable.group()));
      at = variable.end();
      return;
    }
    char next = at + 1 < line.length() ? line.charAt(at + 1) : ' ';
    if (next == '(') {
      throw substitution();
    }
    if (next == '{') {
      throw SyntaxException.unsupported(
          at, "of '${...}', only ${NAME} is supported; use single quotes for a literal '$'");
    }
    if (bare && (next == '\'' || next == '"')) {
      throw SyntaxException.unsupported(at, "'$' before a quote is not supported");
    }
    literal.append('$');
    at++;
  }

  private SyntaxException substitution() {
    return SyntaxException.unsupported(
        at, "command substitution is not supported; use single quotes for literal characters");
  }

  private void endLiteral() {
    if (literal.length() > 0) {
      parts.add(new Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private Matcher match(Pattern pattern) {
    return pattern.matcher(line).region(at, line.length());
  }
}
