package dev.escarole.recipe.handle;

/** Stable codes of errors in handles and their calls, in addition to those of files and forms. */
public final class HandleCodes {
  public static final String MISSING_FIELD = "missing-field";
  public static final String UNKNOWN_HANDLER = "unknown-handler";
  public static final String BAD_HANDLE_NAME = "bad-handle-name";
  public static final String BAD_PARAMETERS = "bad-parameters";
  public static final String UNSUPPORTED_SECURITY = "unsupported-security";
  public static final String UNKNOWN_STREAM = "unknown-stream";
  public static final String UNKNOWN_CHARSET = "unknown-charset";
  public static final String BAD_ARGUMENTS = "bad-arguments";
  public static final String COMMAND_TYPE = "command-type";
  public static final String COMMAND_NAME = "command-name";

  /** A command from the caller that the handle does not list. */
  public static final String COMMAND_NOT_LISTED = "command-not-listed";

  public static final String ARGUMENTS_TYPE = "arguments-type";
  public static final String BAD_DIRECTORY = "bad-directory";
  public static final String ENVIRONMENT_TYPE = "environment-type";
  public static final String ENVIRONMENT_NAME = "environment-name";

  /** A variable that changes what programs load or run. */
  public static final String SENSITIVE_VARIABLE = "sensitive-variable";

  public static final String ENVIRONMENT_VALUE = "environment-value";
  public static final String BAD_STDIN = "bad-stdin";
  public static final String UNDECLARED_PARAMETERS = "undeclared-parameters";

  private HandleCodes() {}
}
