package dev.escarole.recipe.form.value;

/** Stable identifiers of everything that can be wrong, or doubtful, about a form. */
public final class FormCodes {
  /** A form that cannot be read. */
  public static final String SYNTAX = "form-syntax";

  /** A form that cannot be evaluated with these arguments. */
  public static final String EVALUATION = "form-evaluation";

  /** A form that takes more than the limits allow. */
  public static final String LIMIT = "form-limit";

  /** A transform that does not exist. */
  public static final String UNKNOWN_TRANSFORM = "unknown-transform";

  /** An encoding that does not exist. */
  public static final String UNKNOWN_ENCODING = "unknown-encoding";

  /** An argument holds a NUL. */
  public static final String ARGS_NUL = "args-nul";

  /** An argument holds a control character where only printable ones are let through. */
  public static final String ARGS_CONTROL = "args-control";

  /** An argument holds half of a surrogate pair. */
  public static final String ARGS_BAD_UNICODE = "args-bad-unicode";

  /** Bytes where arguments are made. */
  public static final String ARGS_BINARY = "args-binary";

  /** The name of a member is neither a word nor a flag. */
  public static final String ARGS_BAD_NAME = "args-bad-name";

  /** A member whose name begins with a dollar sign and is no directive. */
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

  /** A caller's object, or a name that a caller had a hand in, would name words or flags. */
  public static final String ARGS_DYNAMIC_OBJECT = "args-dynamic-object";

  /** All arguments together are too long. */
  public static final String ARGV_TOO_LARGE = "argv-too-large";

  /** Warning: a member that looks like a directive and is none. */
  public static final String UNKNOWN_DIRECTIVE = "unknown-directive";

  /** Warning: a member beside a directive that nothing reads. */
  public static final String IGNORED_MEMBER = "ignored-member";

  /** Warning: a query that probably selects another level than is meant. */
  public static final String QUERY_LEVEL = "query-level";

  /** Warning: a word that was probably meant as a directive of the {@code args} encoding. */
  public static final String LITERAL_WORD = "literal-word";

  private FormCodes() {}
}
