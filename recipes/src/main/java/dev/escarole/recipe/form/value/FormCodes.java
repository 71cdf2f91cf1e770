package dev.escarole.recipe.form.value;

/** Stable codes of the errors and warnings about forms. */
public final class FormCodes {
  public static final String SYNTAX = "form-syntax";
  public static final String EVALUATION = "form-evaluation";

  /** A form that exceeds a limit. */
  public static final String LIMIT = "form-limit";

  public static final String UNKNOWN_TRANSFORM = "unknown-transform";
  public static final String UNKNOWN_ENCODING = "unknown-encoding";
  public static final String ARGS_NUL = "args-nul";
  public static final String ARGS_CONTROL = "args-control";
  public static final String ARGS_BAD_UNICODE = "args-bad-unicode";
  public static final String ARGS_BINARY = "args-binary";
  public static final String ARGS_BAD_NAME = "args-bad-name";
  public static final String ARGS_UNKNOWN_DIRECTIVE = "args-unknown-directive";
  public static final String ARGS_MULTIPLE_DIRECTIVES = "args-multiple-directives";
  public static final String ARGS_DIRECTIVE_SIBLINGS = "args-directive-siblings";
  public static final String ARGS_FLAGS_NOT_OBJECT = "args-flags-not-object";
  public static final String ARGS_REPEAT_NOT_OBJECT = "args-repeat-not-object";
  public static final String ARGS_REPEAT_NOT_ARRAY = "args-repeat-not-array";

  /** A caller's text would be read as a flag. */
  public static final String ARGS_FLAG_INJECTION = "args-flag-injection";

  /** A name from the caller would set words or flags. */
  public static final String ARGS_DYNAMIC_OBJECT = "args-dynamic-object";

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
