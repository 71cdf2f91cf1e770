package dev.escarole.web.agent.acli;

/** Error codes for programs (acli, section 5.2). */
public enum ErrorCode {
  /** The line cannot be split into words. */
  PARSE_ERROR(400),
  /** A word contains a shell metacharacter. */
  INJECTION_BLOCKED(400),
  /** There is no such command. */
  COMMAND_NOT_FOUND(404),
  /** The caller lacks permission. */
  PERMISSION_DENIED(403),
  /** An argument is invalid. */
  VALIDATION_ERROR(400),
  /** The command was executed and failed. */
  EXECUTION_ERROR(500),
  /** The command took too long. */
  TIMEOUT(504),
  /** The caller exceeds its rate limit. */
  RATE_LIMITED(429),
  /** A path leads outside the workspace. */
  PATH_TRAVERSAL_BLOCKED(400),
  /** A date is not in ISO 8601 form. Printed in section 5.1.2 of acli, though not in its table. */
  INVALID_DATE_FORMAT(400);

  private final int httpStatus;

  ErrorCode(int httpStatus) {
    this.httpStatus = httpStatus;
  }

  /** Returns whether the error is a refusal. */
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

  /** Returns the corresponding HTTP status. */
  public int httpStatus() {
    return httpStatus;
  }
}
