package dev.escarole.engine.shell;

import java.io.Serial;

/** The line has a syntax error; never thrown out of this package. */
final class SyntaxException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final transient ShellError.Syntax error;

  private SyntaxException(ShellError.Syntax error) {
    super(error.detail(), null, false, false);
    this.error = error;
  }

  static SyntaxException parseError(int offset, String detail) {
    return new SyntaxException(new ShellError.Syntax(ShellError.Flaw.PARSE_ERROR, offset, detail));
  }

  static SyntaxException unsupported(int offset, String detail) {
    return new SyntaxException(
        new ShellError.Syntax(ShellError.Flaw.UNSUPPORTED_SYNTAX, offset, detail));
  }

  ShellError.Syntax error() {
    return error;
  }
}
