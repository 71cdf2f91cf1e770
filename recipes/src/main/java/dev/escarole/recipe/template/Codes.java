package dev.escarole.recipe.template;

/** Stable codes of the errors and warnings about recipes and their values. */
public final class Codes {
  /** The file does not exist or cannot be read. */
  public static final String UNREADABLE_FILE = "unreadable-file";

  /** The file is larger than the limit. */
  public static final String FILE_TOO_LARGE = "file-too-large";

  /** The bytes are not UTF-8. */
  public static final String NOT_UTF8 = "not-utf8";

  /** The text is not JSON. */
  public static final String BAD_JSON = "bad-json";

  /** The text is not YAML, or uses YAML features that recipes do not support. */
  public static final String BAD_YAML = "bad-yaml";

  /** Objects and arrays are nested more deeply than the limit allows. */
  public static final String NESTING_TOO_DEEP = "nesting-too-deep";

  /** An object has a duplicate key. */
  public static final String DUPLICATE_KEY = "duplicate-key";

  /** An unknown field. */
  public static final String UNKNOWN_FIELD = "unknown-field";

  /** A known field in a place where it is not valid. */
  public static final String MISPLACED_FIELD = "misplaced-field";

  /** A field of older dialects; the hint names its replacement. */
  public static final String RETIRED_FIELD = "retired-field";

  /** A value of the wrong JSON type. */
  public static final String WRONG_TYPE = "wrong-type";

  /** An object without {@code template}. */
  public static final String MISSING_TEMPLATE = "missing-template";

  /** An array without a step. */
  public static final String EMPTY_TEMPLATE = "empty-template";

  /** An array directly inside an array. */
  public static final String NESTED_ARRAY = "nested-array";

  /** A {@code failure} that is not one of the three words. */
  public static final String UNKNOWN_FAILURE = "unknown-failure";

  /** A number that is valid in the file format but not in recipes. */
  public static final String BAD_NUMBER = "bad-number";

  /** A number outside its range. */
  public static final String OUT_OF_RANGE = "out-of-range";

  /** A name that is set by each run. */
  public static final String RUN_FACT = "run-fact";

  /** A {@code success_codes} that is not a list of exit codes. */
  public static final String BAD_SUCCESS_CODES = "bad-success-codes";

  /** A name that is not a valid name of a value. */
  public static final String BAD_NAME = "bad-name";

  /** A quote that is never closed. */
  public static final String UNTERMINATED_QUOTE = "unterminated-quote";

  /** A backslash at the end. */
  public static final String TRAILING_BACKSLASH = "trailing-backslash";

  /** A command template without a command. */
  public static final String EMPTY_COMMAND = "empty-command";

  /** A NUL character, which no argument can carry. */
  public static final String NUL_CHARACTER = "nul-character";

  /** Braces around something that is not a placeholder. */
  public static final String BAD_PLACEHOLDER = "bad-placeholder";

  /** Arithmetic that is invalid or overflows. */
  public static final String BAD_EXPRESSION = "bad-expression";

  /** Arithmetic that divides by zero. */
  public static final String DIVISION_BY_ZERO = "division-by-zero";

  /** An invalid {@code when}. */
  public static final String BAD_CONDITION = "bad-condition";

  /** An invalid {@code output}. */
  public static final String BAD_OUTPUT = "bad-output";

  /** An invalid entry of {@code args}. */
  public static final String BAD_ARGUMENT = "bad-argument";

  /** A duplicate name in {@code args}. */
  public static final String DUPLICATE_ARGUMENT = "duplicate-argument";

  /** A default both in {@code args} and in {@code defaults} of one node. */
  public static final String DUPLICATE_DEFAULT = "duplicate-default";

  /** A computed input that depends on itself or on a later one. */
  public static final String COMPUTE_ORDER = "compute-order";

  /** A computed input has no value yet: none was given, and its command has not run. */
  public static final String NOT_COMPUTED = "not-computed";

  /** The command of a computed input failed or printed an invalid value. */
  public static final String COMPUTE_FAILED = "compute-failed";

  /** An unknown type. */
  public static final String UNKNOWN_TYPE = "unknown-type";

  /** One name with two different types. */
  public static final String CONFLICTING_TYPES = "conflicting-types";

  /** A value that is not valid for its declared type. */
  public static final String BAD_VALUE = "bad-value";

  /** A value for a name that is not an input of the recipe. */
  public static final String UNKNOWN_INPUT = "unknown-input";

  /** A placeholder without a value. */
  public static final String UNRESOLVED_PLACEHOLDER = "unresolved-placeholder";

  /** An item or the length of something that is not an array. */
  public static final String NOT_AN_ARRAY = "not-an-array";

  /** An index outside an array. */
  public static final String INDEX_OUT_OF_RANGE = "index-out-of-range";

  /** Defaults that refer to themselves in a cycle. */
  public static final String DEFAULT_CYCLE = "default-cycle";

  /** A chain of defaults that is too long. */
  public static final String DEFAULT_TOO_DEEP = "default-too-deep";

  /** Text that is too long after placeholders are resolved. */
  public static final String TEXT_TOO_LONG = "text-too-long";

  /** A plan with more steps than the limit allows. */
  public static final String TOO_MANY_STEPS = "too-many-steps";

  /** A plan whose texts exceed the memory limit. */
  public static final String PLAN_TOO_LARGE = "plan-too-large";

  /** Reading or planning exceeds the time limit. */
  public static final String DEADLINE = "deadline-exceeded";

  /** Warning: the command is a shell. */
  public static final String SHELL_COMMAND = "shell-command";

  /** Warning: an interpreter receives program text. */
  public static final String EVAL_CODE = "eval-code";

  /** Warning: files are removed, moved or overwritten at a broad or computed path. */
  public static final String BROAD_PATH = "broad-path";

  /** Warning: a field without effect. */
  public static final String NO_EFFECT = "no-effect";

  /** Warning: a brace that starts no placeholder, probably because a space split the word. */
  public static final String STRAY_BRACE = "stray-brace";

  /** Warning: a declared or defaulted name that a repeated node overrides. */
  public static final String RESERVED_NAME = "reserved-name";

  /** Warning: a step may read the empty output of a failed one, without explicit consent. */
  public static final String READS_FROM_FAILURE = "reads-from-failure";

  /** Warning: exit code 0 counts as a failure. */
  public static final String ZERO_FAILS = "zero-fails";

  /** Warning: a placeholder that is not declared in {@code args} and has no default. */
  public static final String UNDECLARED_PLACEHOLDER = "undeclared-placeholder";

  private Codes() {}
}
