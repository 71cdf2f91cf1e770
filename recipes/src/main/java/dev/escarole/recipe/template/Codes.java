package dev.escarole.recipe.template;

/**
 * Stable identifiers of everything that can be wrong, or doubtful, about a recipe and its values.
 */
public final class Codes {
  /** The file does not exist or cannot be read. */
  public static final String UNREADABLE_FILE = "unreadable-file";

  /** The file is larger than the limit. */
  public static final String FILE_TOO_LARGE = "file-too-large";

  /** The bytes are not UTF-8. */
  public static final String NOT_UTF8 = "not-utf8";

  /** The text is not JSON. */
  public static final String BAD_JSON = "bad-json";

  /** The text is not YAML, or uses more of YAML than recipes may. */
  public static final String BAD_YAML = "bad-yaml";

  /** Objects and arrays stand more deeply inside each other than the limit allows. */
  public static final String NESTING_TOO_DEEP = "nesting-too-deep";

  /** An object has one key twice. */
  public static final String DUPLICATE_KEY = "duplicate-key";

  /** A field that the language does not have. */
  public static final String UNKNOWN_FIELD = "unknown-field";

  /** A field that the language has, in a place where it means nothing. */
  public static final String MISPLACED_FIELD = "misplaced-field";

  /** A field of older dialects; the hint names today's. */
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

  /** A number that the file format allows and recipes do not. */
  public static final String BAD_NUMBER = "bad-number";

  /** A control number outside its range. */
  public static final String OUT_OF_RANGE = "out-of-range";

  /** A name that each run gives a value of its own. */
  public static final String RUN_FACT = "run-fact";

  /** A {@code success_codes} that is no list of exit codes. */
  public static final String BAD_SUCCESS_CODES = "bad-success-codes";

  /** A name that is not a valid name of a value. */
  public static final String BAD_NAME = "bad-name";

  /** A quote that is never closed. */
  public static final String UNTERMINATED_QUOTE = "unterminated-quote";

  /** A backslash with nothing behind it. */
  public static final String TRAILING_BACKSLASH = "trailing-backslash";

  /** A command template without a command. */
  public static final String EMPTY_COMMAND = "empty-command";

  /** A NUL character, which no argument can carry. */
  public static final String NUL_CHARACTER = "nul-character";

  /** Braces around something that is no placeholder. */
  public static final String BAD_PLACEHOLDER = "bad-placeholder";

  /** Arithmetic that cannot be read, or that leaves the range of whole numbers. */
  public static final String BAD_EXPRESSION = "bad-expression";

  /** Arithmetic that divides by zero. */
  public static final String DIVISION_BY_ZERO = "division-by-zero";

  /** A {@code when} that cannot be read. */
  public static final String BAD_CONDITION = "bad-condition";

  /** An {@code output} that selects nothing. */
  public static final String BAD_OUTPUT = "bad-output";

  /** An entry of {@code args} that is no declaration. */
  public static final String BAD_ARGUMENT = "bad-argument";

  /** One name twice in {@code args}. */
  public static final String DUPLICATE_ARGUMENT = "duplicate-argument";

  /** A default both in {@code args} and in {@code defaults} of one node. */
  public static final String DUPLICATE_DEFAULT = "duplicate-default";

  /** A computed input that needs itself, or one that is computed after it. */
  public static final String COMPUTE_ORDER = "compute-order";

  /** A computed input has no value yet: nobody gave one, and its command has not run. */
  public static final String NOT_COMPUTED = "not-computed";

  /** The command of a computed input failed, or printed what does not fit. */
  public static final String COMPUTE_FAILED = "compute-failed";

  /** A type that the language does not have. */
  public static final String UNKNOWN_TYPE = "unknown-type";

  /** One name with two different types. */
  public static final String CONFLICTING_TYPES = "conflicting-types";

  /** A value that does not fit its declared type. */
  public static final String BAD_VALUE = "bad-value";

  /** A value for a name that the recipe does not take. */
  public static final String UNKNOWN_INPUT = "unknown-input";

  /** A placeholder for which there is no value. */
  public static final String UNRESOLVED_PLACEHOLDER = "unresolved-placeholder";

  /** An item, or the length, of something that is no array. */
  public static final String NOT_AN_ARRAY = "not-an-array";

  /** An item that the array does not have. */
  public static final String INDEX_OUT_OF_RANGE = "index-out-of-range";

  /** Defaults that lead back to themselves. */
  public static final String DEFAULT_CYCLE = "default-cycle";

  /** Defaults that lead through too many other defaults. */
  public static final String DEFAULT_TOO_DEEP = "default-too-deep";

  /** Text that placeholders make too long. */
  public static final String TEXT_TOO_LONG = "text-too-long";

  /** A plan with more steps than the limit allows. */
  public static final String TOO_MANY_STEPS = "too-many-steps";

  /** A plan whose texts take more memory than the limit allows. */
  public static final String PLAN_TOO_LARGE = "plan-too-large";

  /** Reading or planning that takes longer than the limit allows. */
  public static final String DEADLINE = "deadline-exceeded";

  /** Warning: the command is a shell. */
  public static final String SHELL_COMMAND = "shell-command";

  /** Warning: an interpreter is handed program text. */
  public static final String EVAL_CODE = "eval-code";

  /** Warning: files are removed, moved or overwritten over a broad or computed path. */
  public static final String BROAD_PATH = "broad-path";

  /** Warning: a field that changes nothing where it stands. */
  public static final String NO_EFFECT = "no-effect";

  /** Warning: a brace that opens no placeholder, probably because a blank split the word. */
  public static final String STRAY_BRACE = "stray-brace";

  /** Warning: a declared or defaulted name that a repeated node overrides. */
  public static final String RESERVED_NAME = "reserved-name";

  /** Warning: a step may read the empty output of a failed one, and nobody said that it may. */
  public static final String READS_FROM_FAILURE = "reads-from-failure";

  /** Warning: exit code 0 counts as a failure. */
  public static final String ZERO_FAILS = "zero-fails";

  /** Warning: a placeholder that {@code args} does not declare and no default fills. */
  public static final String UNDECLARED_PLACEHOLDER = "undeclared-placeholder";

  private Codes() {}
}
