package dev.escarole.recipe.form.value;

/** Stable codes of the errors and warnings about forms. */
public final class FormCodes {
  /** An invalid form. */
  public static final String SYNTAX = "form-syntax";

  /** A form that cannot be evaluated with these arguments. */
  public static final String EVALUATION = "form-evaluation";

  /** A form that exceeds a limit. */
  public static final String LIMIT = "form-limit";

  /** A transform that does not exist. */
  public static final String UNKNOWN_TRANSFORM = "unknown-transform";

  /** An encoding that does not exist. */
  public static final String UNKNOWN_ENCODING = "unknown-encoding";

  /** An argument contains NUL. */
  public static final String ARGS_NUL = "args-nul";

  /** An argument contains a control character where only printable ones are allowed. */
  public static final String ARGS_CONTROL = "args-control";

  /** An argument contains half of a surrogate pair. */
  public static final String ARGS_BAD_UNICODE = "args-bad-unicode";

  /** Bytes as an argument. */
  public static final String ARGS_BINARY = "args-binary";

  /** The name of a member is neither a word nor a flag. */
  public static final String ARGS_BAD_NAME = "args-bad-name";

  /** A member whose name starts with a dollar sign but is not a directive. */
  public static final String ARGS_UNKNOWN_DIRECTIVE = "args-unknown-directive";

  /** Two directives in one object. */
  public static final String ARGS_MULTIPLE_DIRECTIVES = "args-multiple-directives";

  /** A directive beside other members. */
  public static final String ARGS_DIRECTIVE_SIBLINGS = "args-directive-siblings";

  /** The value of {@code $flags} is not an object. */
  public static final String ARGS_FLAGS_NOT_OBJECT = "args-flags-not-object";

  /** The value of {@code $repeat} is not an object. */
  public static final String ARGS_REPEAT_NOT_OBJECT = "args-repeat-not-object";

  /** A value in {@code $repeat} is not an array. */
  public static final String ARGS_REPEAT_NOT_ARRAY = "args-repeat-not-array";

  /** A caller's text would be read as a flag. */
  public static final String ARGS_FLAG_INJECTION = "args-flag-injection";

  /** A name from the caller would set words or flags. */
  public static final String ARGS_DYNAMIC_OBJECT = "args-dynamic-object";

  /** All arguments together are too long. */
  public static final String ARGV_TOO_LARGE = "argv-too-large";

  /** Warning: a member that looks like a directive but is not. */
  public static final String UNKNOWN_DIRECTIVE = "unknown-directive";

  /** Warning: a member that is ignored next to a directive. */
  public static final String IGNORED_MEMBER = "ignored-member";

  /** Warning: a query that probably selects the wrong level. */
  public static final String QUERY_LEVEL = "query-level";

  /** Warning: a word that is probably intended as a directive of the {@code args} encoding. */
  public static final String LITERAL_WORD = "literal-word";

  private FormCodes() {}
}
