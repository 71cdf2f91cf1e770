package dev.escarole.engine.shell;

import java.io.Serial;

/** An error that ends the line; never thrown out of this package. */
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

  ShellError error() {
    return error;
  }
}
