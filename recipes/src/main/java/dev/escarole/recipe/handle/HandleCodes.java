package dev.escarole.recipe.handle;

/**
 * Stable identifiers of what can be wrong with a handle, or with a call of it, beyond the codes of
 * files and of forms.
 */
public final class HandleCodes {
  /** A field that a handle cannot do without. */
  public static final String MISSING_FIELD = "missing-field";

  /** A handler that does not exist. */
  public static final String UNKNOWN_HANDLER = "unknown-handler";

  /** A name that no handle can have. */
  public static final String BAD_HANDLE_NAME = "bad-handle-name";

  /** {@code parameters} that are no JSON Schema of an object. */
  public static final String BAD_PARAMETERS = "bad-parameters";

  /** A security scheme. */
  public static final String UNSUPPORTED_SECURITY = "unsupported-security";

  /** A stream that is handled in an unknown way. */
  public static final String UNKNOWN_STREAM = "unknown-stream";

  /** A character encoding that does not exist. */
  public static final String UNKNOWN_CHARSET = "unknown-charset";

  /** Arguments of a call that do not fit the parameters. */
  public static final String BAD_ARGUMENTS = "bad-arguments";

  /** A command that is no string. */
  public static final String COMMAND_TYPE = "command-type";

  /** A command that is neither a name nor an absolute path. */
  public static final String COMMAND_NAME = "command-name";

  /** A command that a caller chose and the handle does not list. */
  public static final String COMMAND_NOT_LISTED = "command-not-listed";

  /** Arguments that are neither a string nor an array of strings. */
  public static final String ARGUMENTS_TYPE = "arguments-type";

  /** A directory that is no path. */
  public static final String BAD_DIRECTORY = "bad-directory";

  /** An environment that is no object. */
  public static final String ENVIRONMENT_TYPE = "environment-type";

  /** A name that no variable can have, or that the caller chose. */
  public static final String ENVIRONMENT_NAME = "environment-name";

  /** A variable that changes what programs load or run. */
  public static final String SENSITIVE_VARIABLE = "sensitive-variable";

  /** A value that no variable can have. */
  public static final String ENVIRONMENT_VALUE = "environment-value";

  /** An input that is neither text nor bytes. */
  public static final String BAD_STDIN = "bad-stdin";

  /** Warning: arguments are used, and no parameters say which. */
  public static final String UNDECLARED_PARAMETERS = "undeclared-parameters";

  private HandleCodes() {}
}
