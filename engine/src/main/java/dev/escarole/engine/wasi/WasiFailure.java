package dev.escarole.engine.wasi;

import java.io.Serial;

/** A WASI call fails with an error number. One instance per number, without a stack trace. */
final class WasiFailure extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Errno errno;

  WasiFailure(Errno errno) {
    super(errno.name(), null, false, false);
    this.errno = errno;
  }

  Errno errno() {
    return errno;
  }
}
