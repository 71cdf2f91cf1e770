package dev.escarole.engine.shell;

import dev.escarole.engine.shell.Lexer.Token.Kind;
import dev.escarole.engine.shell.ShellLine.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a line into words and operators. Quotes and variables are parsed here, before any value is
 * known, so that values never become operators or additional words. Used once.
 */
final class Lexer {

  /** Maximum characters of a line. */
  static final int LONGEST_LINE = 1 << 20;

  private static final Pattern DESCRIPTOR = Pattern.compile("[0-9]+(?=[<>])");
  private static final Pattern JOINED = Pattern.compile("2>&1(?=$|[ \\t|;&<>()])");
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
  private int at;

  Lexer(String line) {
    this.line = line;
  }

  /** Splits the whole line; the last token is its end. */
  List<Token> tokens() throws SyntaxException {
    checkText();
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = next();
      tokens.add(token);
    } while (!(token instanceof Token.Sign sign && sign.kind() == Kind.END));
    return tokens;
  }

  private void checkText() throws SyntaxException {
    if (line.length() > LONGEST_LINE) {
      throw SyntaxException.parseError(
          LONGEST_LINE, "a line may have at most " + LONGEST_LINE + " characters");
    }
    int nul = line.indexOf('\0');
    if (nul >= 0) {
      throw SyntaxException.parseError(nul, "a line cannot contain a NUL character");
    }
  }

  private Token next() throws SyntaxException {
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
      case '&' ->
          throw SyntaxException.unsupported(at, "running in the background is not supported");
      default -> new Token.Text(new WordLexer(line, at, end -> at = end).word());
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

  private void refuseUnsupported() throws SyntaxException {
    for (String[] each : UNSUPPORTED) {
      if (line.startsWith(each[0], at)) {
        throw SyntaxException.unsupported(at, each[1]);
      }
    }
  }

  /** Skips redirections that are accepted without effect; rejects other descriptors. */
  private boolean skippedErrorRedirection() throws SyntaxException {
    Matcher joined = JOINED.matcher(line).region(at, line.length()).useTransparentBounds(true);
    if (joined.lookingAt()) {
      at = joined.end();
      return true;
    }
    int start = at;
    Matcher descriptor =
        DESCRIPTOR.matcher(line).region(at, line.length()).useTransparentBounds(true);
    if (!descriptor.lookingAt()) {
      return false;
    }
    if (line.startsWith("2>", at) && !line.startsWith("2>>", at)) {
      at += 2;
      skipBlanks();
      if (at < line.length()
          && !WordLexer.endsWord(line.charAt(at))
          && new WordLexer(line, at, end -> at = end).word().isLiterally("/dev/null")) {
        return true;
      }
    }
    throw SyntaxException.unsupported(start, "redirecting descriptors: " + REDIRECTS);
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** A token of a line. */
  sealed interface Token permits Token.Text, Token.Sign {

    /** Its offset in the line. */
    int offset();

    /** A word. */
    record Text(Word word) implements Token {
      @Override
      public int offset() {
        return word.offset();
      }
    }

    /** An operator. */
    record Sign(Kind kind, int offset) implements Token {}

    /** The operators. */
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
