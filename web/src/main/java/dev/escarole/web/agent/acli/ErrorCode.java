package dev.escarole.web.agent.acli;

/** Error codes for programs (acli, section 5.2). */
public enum ErrorCode {
  /** The line cannot be split into words. */
  PARSE_ERROR(400, false),
  /** A word contains a shell metacharacter. */
  INJECTION_BLOCKED(400, true),
  /** There is no such command. */
  COMMAND_NOT_FOUND(404, true),
  /** The caller lacks permission. */
  PERMISSION_DENIED(403, true),
  /** An argument is invalid. */
  VALIDATION_ERROR(400, false),
  /** The command was executed and failed. */
  EXECUTION_ERROR(500, false),
  /** The command took too long. */
  TIMEOUT(504, false),
  /** The caller exceeds its rate limit. */
  RATE_LIMITED(429, true),
  /** A path leads outside the workspace. */
  PATH_TRAVERSAL_BLOCKED(400, true),
  /** A date is not in ISO 8601 form. Printed in section 5.1.2 of acli, though not in its table. */
  INVALID_DATE_FORMAT(400, false);

  private final int httpStatus;
  private final boolean refusal;

  ErrorCode(int httpStatus, boolean refusal) {
    this.httpStatus = httpStatus;
    this.refusal = refusal;
  }

  /** Returns whether the error is a refusal. */
  public boolean isRefusal() {
    return refusal;
  }

  /** Returns the corresponding HTTP status. */
  public int httpStatus() {
    return httpStatus;
  }
}
