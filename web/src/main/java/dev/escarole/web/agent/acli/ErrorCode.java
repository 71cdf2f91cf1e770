package dev.escarole.web.agent.acli;

/** What went wrong, in one word that programs can test (acli, section 5.2). */
public enum ErrorCode {
  /** The line cannot be split into words. */
  PARSE_ERROR(400),
  /** A word holds a character that shells give a meaning to. */
  INJECTION_BLOCKED(400),
  /** There is no such command. */
  COMMAND_NOT_FOUND(404),
  /** The caller may not do that. */
  PERMISSION_DENIED(403),
  /** An argument does not fit. */
  VALIDATION_ERROR(400),
  /** The command was carried out and failed. */
  EXECUTION_ERROR(500),
  /** The command took too long. */
  TIMEOUT(504),
  /** The caller asks for too much at once. */
  RATE_LIMITED(429),
  /** A path leads out of where paths may lead. */
  PATH_TRAVERSAL_BLOCKED(400),
  /** A date is not in ISO 8601 form. Printed in section 5.1.2 of acli, though not in its table. */
  INVALID_DATE_FORMAT(400);

  private final int httpStatus;

  ErrorCode(int httpStatus) {
    this.httpStatus = httpStatus;
  }

  /** Whether the caller was turned away, rather than mistaken, unlucky or late. */
  public boolean isRefusal() {
    return switch (this) {
      case INJECTION_BLOCKED,
          COMMAND_NOT_FOUND,
          PERMISSION_DENIED,
          RATE_LIMITED,
          PATH_TRAVERSAL_BLOCKED ->
          true;
      case PARSE_ERROR, VALIDATION_ERROR, EXECUTION_ERROR, TIMEOUT, INVALID_DATE_FORMAT -> false;
    };
  }

  /** The HTTP status that means about the same. */
  public int httpStatus() {
    return httpStatus;
  }
}
