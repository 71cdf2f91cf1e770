package dev.escarole.engine.http;

import java.io.Serial;

/** Thrown when a permitted request has no response that a guest may have. */
final class RequestFailure extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** The reason. The codes are those of curl and never change. */
  enum Reason {
    BAD_URL(3),
    UNKNOWN_HOST(6),
    NOT_CONNECTED(7),
    CUT_SHORT(18),
    TIMED_OUT(28),
    NOT_SECURE(35),
    BAD_REQUEST(43),
    TOO_MANY_REDIRECTS(47),
    NO_RESPONSE(52),
    BROKEN(56),
    BAD_ENCODING(61),
    TOO_LARGE(63);

    private final int code;

    Reason(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  RequestFailure(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}
