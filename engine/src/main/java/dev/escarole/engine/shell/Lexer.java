package dev.escarole.engine.shell;

import dev.escarole.engine.shell.Lexer.Token.Kind;
import dev.escarole.engine.shell.ShellLine.Word;
import dev.escarole.engine.shell.ShellLine.Word.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a line into words and operators. Quotes and variables are parsed here, before any value is
 * known, so that values never become operators or additional words. Used once.
 */
final class Lexer {

  static final int LONGEST_LINE = 1 << 20;

  private static final Pattern DESCRIPTOR = Pattern.compile("[0-9]+(?=[<>])");
  private static final Pattern JOINED = Pattern.compile("2>&1(?=$|[ \\t|;&<>()])");
  private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";
  private static final Pattern ASSIGNMENT = Pattern.compile("(" + NAME + ")=");
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:(" + NAME + ")|\\{(" + NAME + ")\\})");
  private static final String REDIRECTS = "only '2>/dev/null' and '2>&1' are supported";

  /** Unsupported operators, longest first, with messages. */
  private static final List<String[]> UNSUPPORTED =
      List.of(
          new String[] {"<<", "here-documents are not supported; use '< FILE' or a pipe"},
          new String[] {"<>", "'<>' is not supported"},
          new String[] {"<&", "copying descriptors is not supported"},
          new String[] {"<(", "process substitution is not supported"},
          new String[] {">&", "copying descriptors is not supported; " + REDIRECTS},
          new String[] {">|", "'>|' is not supported; '>' always overwrites"},
          new String[] {">(", "process substitution is not supported"},
          new String[] {"&>", "'&>' is not supported; standard error is always separate"},
          new String[] {"|&", "'|&' is not supported; standard error is always separate"},
          new String[] {";;", "'case' is not supported"},
          new String[] {"(", "subshells are not supported; quote '(' to mean the character"},
          new String[] {")", "subshells are not supported; quote ')' to mean the character"},
          new String[] {"\n", "only one line is allowed: write ';' instead of the line break"});

  private final String line;
  private final StringBuilder literal = new StringBuilder();
  private List<Part> parts = List.of();
  private int at;

  Lexer(String line) {
    this.line = line;
  }

  /** Splits the whole line; the last token is its end. */
  List<Token> tokens() throws LineStopped {
    checkText();
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = next();
      tokens.add(token);
    } while (!(token instanceof Token.Sign sign && sign.kind() == Kind.END));
    return tokens;
  }

  private void checkText() throws LineStopped {
    if (line.length() > LONGEST_LINE) {
      throw LineStopped.parseError(
          LONGEST_LINE, "a line may have at most " + LONGEST_LINE + " characters");
    }
    int nul = line.indexOf('\0');
    if (nul >= 0) {
      throw LineStopped.parseError(nul, "a line cannot contain a NUL character");
    }
  }

  private Token next() throws LineStopped {
    do {
      skipBlanks();
    } while (skippedErrorRedirection());
    int start = at;
    if (at == line.length() || line.charAt(at) == '#') {
      at = line.length();
      return new Token.Sign(Kind.END, start);
    }
    // '&&' and '||' are checked first, so that '||' is not read as a pipe.
    for (Kind kind : List.of(Kind.AND, Kind.OR, Kind.APPEND)) {
      if (line.startsWith(kind.text(), at)) {
        return sign(kind);
      }
    }
    refuseUnsupported();
    return switch (line.charAt(at)) {
      case '|' -> sign(Kind.PIPE);
      case ';' -> sign(Kind.NEXT);
      case '<' -> sign(Kind.READ);
      case '>' -> sign(Kind.WRITE);
      case '&' -> throw LineStopped.unsupported(at, "running in the background is not supported");
      default -> new Token.Text(word());
    };
  }

  private Token sign(Kind kind) {
    int start = at;
    at += kind.text().length();
    return new Token.Sign(kind, start);
  }

  private void skipBlanks() {
    while (at < line.length() && isBlank(line.charAt(at))) {
      at++;
    }
  }

  private void refuseUnsupported() throws LineStopped {
    for (String[] each : UNSUPPORTED) {
      if (line.startsWith(each[0], at)) {
        throw LineStopped.unsupported(at, each[1]);
      }
    }
  }

  /** Skips redirections that are accepted without effect; rejects other descriptors. */
  private boolean skippedErrorRedirection() throws LineStopped {
    Matcher joined = match(JOINED);
    if (joined.lookingAt()) {
      at = joined.end();
      return true;
    }
    int start = at;
    if (!match(DESCRIPTOR).lookingAt()) {
      return false;
    }
    if (line.startsWith("2>", at) && !line.startsWith("2>>", at)) {
      at += 2;
      skipBlanks();
      if (at < line.length() && !endsWord(line.charAt(at)) && word().isLiterally("/dev/null")) {
        return true;
      }
    }
    throw LineStopped.unsupported(start, "redirecting descriptors: " + REDIRECTS);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static boolean endsWord(char c) {
    return isBlank(c) || "|&;<>()\n".indexOf(c) >= 0;
  }

  private Matcher match(Pattern pattern) {
    return pattern.matcher(line).region(at, line.length()).useTransparentBounds(true);
  }

  private Word word() throws LineStopped {
    int start = at;
    Matcher assignment = match(ASSIGNMENT);
    String assigns = assignment.lookingAt() ? assignment.group(1) : null;
    parts = new ArrayList<>();
    while (at < line.length() && !endsWord(line.charAt(at))) {
      switch (line.charAt(at)) {
        case '\'' -> singleQuoted();
        case '"' -> doubleQuoted();
        case '\\' -> escaped();
        case '$' -> dollar(true);
        case '`' -> throw substitution();
        default -> literal.append(line.charAt(at++));
      }
    }
    endLiteral();
    return new Word(start, assigns, parts);
  }

  private void singleQuoted() throws LineStopped {
    int close = line.indexOf('\'', at + 1);
    if (close < 0) {
      throw LineStopped.parseError(at, "this quote is never closed");
    }
    literal.append(line, at + 1, close);
    at = close + 1;
  }

  private void doubleQuoted() throws LineStopped {
    int open = at++;
    while (at < line.length() && line.charAt(at) != '"') {
      switch (line.charAt(at)) {
        case '\\' -> escapedInQuotes();
        case '$' -> dollar(false);
        case '`' -> throw substitution();
        default -> literal.append(line.charAt(at++));
      }
    }
    if (at == line.length()) {
      throw LineStopped.parseError(open, "this quote is never closed");
    }
    at++;
  }

  private void escapedInQuotes() throws LineStopped {
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

  private void escaped() throws LineStopped {
    if (at + 1 == line.length()) {
      throw LineStopped.parseError(at, "the line ends after this backslash");
    }
    refuseContinuation(line.charAt(at + 1));
    literal.append(line.charAt(at + 1));
    at += 2;
  }

  private void refuseContinuation(char next) throws LineStopped {
    if (next == '\n') {
      throw LineStopped.unsupported(at, "continuing on the next line is not supported");
    }
  }

  private void dollar(boolean bare) throws LineStopped {
    Matcher variable = match(VARIABLE);
    if (variable.lookingAt()) {
      endLiteral();
      String name = variable.group(1) == null ? variable.group(2) : variable.group(1);
      parts.add(new Part(name, variable.group()));
      at = variable.end();
      return;
    }
    char next = at + 1 < line.length() ? line.charAt(at + 1) : ' ';
    if (next == '(') {
      throw substitution();
    }
    if (next == '{') {
      throw LineStopped.unsupported(
          at, "of '${...}', only ${NAME} is supported; use single quotes for a literal '$'");
    }
    if (bare && (next == '\'' || next == '"')) {
      throw LineStopped.unsupported(at, "'$' before a quote is not supported");
    }
    literal.append('$');
    at++;
  }

  private LineStopped substitution() {
    return LineStopped.unsupported(
        at, "command substitution is not supported; use single quotes for literal characters");
  }

  private void endLiteral() {
    if (literal.length() > 0) {
      parts.add(new Part(null, literal.toString()));
      literal.setLength(0);
    }
  }

  sealed interface Token permits Token.Text, Token.Sign {

    int offset();

    record Text(Word word) implements Token {
      @Override
      public int offset() {
        return word.offset();
      }
    }

    record Sign(Kind kind, int offset) implements Token {}

    enum Kind {
      PIPE("|"),
      AND("&&"),
      OR("||"),
      NEXT(";"),
      READ("<"),
      WRITE(">"),
      APPEND(">>"),
      END("the end of the line");

      private final String text;

      Kind(String text) {
        this.text = text;
      }

      String text() {
        return text;
      }

      /** Whether a command can end before it. */
      boolean endsStep() {
        return this == AND || this == OR || this == NEXT || this == END;
      }
    }
  }
}
