package dev.escarole.engine.shell;

import java.io.Serial;

/** An error that ends the line or prevents its start; never thrown out of this package. */
final class LineStopped extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final transient ShellError error;

  LineStopped(ShellError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  static LineStopped limit(ShellError.Bound bound, String detail) {
    return new LineStopped(new ShellError.Limit(bound, detail));
  }

  static LineStopped parseError(int offset, String detail) {
    return new LineStopped(new ShellError.Syntax("parse_error", offset, detail));
  }

  static LineStopped unsupported(int offset, String detail) {
    return new LineStopped(new ShellError.Syntax("unsupported_syntax", offset, detail));
  }

  ShellError error() {
    return error;
  }
}
