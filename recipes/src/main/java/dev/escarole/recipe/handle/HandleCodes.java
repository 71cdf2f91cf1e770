package dev.escarole.recipe.handle;

/** Stable codes of errors in handles and their calls, in addition to those of files and forms. */
public final class HandleCodes {
  /** A required field is missing. */
  public static final String MISSING_FIELD = "missing-field";

  /** A handler that does not exist. */
  public static final String UNKNOWN_HANDLER = "unknown-handler";

  /** An invalid handle name. */
  public static final String BAD_HANDLE_NAME = "bad-handle-name";

  /** {@code parameters} that are not a JSON Schema of an object. */
  public static final String BAD_PARAMETERS = "bad-parameters";

  /** A security scheme. */
  public static final String UNSUPPORTED_SECURITY = "unsupported-security";

  /** An unknown stream mode. */
  public static final String UNKNOWN_STREAM = "unknown-stream";

  /** An unknown character encoding. */
  public static final String UNKNOWN_CHARSET = "unknown-charset";

  /** Arguments of a call that do not match the parameters. */
  public static final String BAD_ARGUMENTS = "bad-arguments";

  /** A command that is not a string. */
  public static final String COMMAND_TYPE = "command-type";

  /** A command that is neither a name nor an absolute path. */
  public static final String COMMAND_NAME = "command-name";

  /** A command from the caller that the handle does not list. */
  public static final String COMMAND_NOT_LISTED = "command-not-listed";

  /** Arguments that are neither a string nor an array of strings. */
  public static final String ARGUMENTS_TYPE = "arguments-type";

  /** A directory that is not a path. */
  public static final String BAD_DIRECTORY = "bad-directory";

  /** An environment that is not an object. */
  public static final String ENVIRONMENT_TYPE = "environment-type";

  /** A variable name that is invalid or depends on the caller. */
  public static final String ENVIRONMENT_NAME = "environment-name";

  /** A variable that changes what programs load or run. */
  public static final String SENSITIVE_VARIABLE = "sensitive-variable";

  /** An invalid value of a variable. */
  public static final String ENVIRONMENT_VALUE = "environment-value";

  /** An input that is neither text nor bytes. */
  public static final String BAD_STDIN = "bad-stdin";

  /** Warning: arguments are used but not declared as parameters. */
  public static final String UNDECLARED_PARAMETERS = "undeclared-parameters";

  private HandleCodes() {}
}
