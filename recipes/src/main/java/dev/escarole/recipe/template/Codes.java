package dev.escarole.recipe.template;

import java.util.Set;

/** Stable codes of the errors and warnings about recipes and their values. */
public final class Codes {
  public static final String UNREADABLE_FILE = "unreadable-file";
  public static final String FILE_TOO_LARGE = "file-too-large";
  public static final String NOT_UTF8 = "not-utf8";
  public static final String BAD_JSON = "bad-json";
  public static final String BAD_YAML = "bad-yaml";
  public static final String NESTING_TOO_DEEP = "nesting-too-deep";
  public static final String DUPLICATE_KEY = "duplicate-key";
  public static final String UNKNOWN_FIELD = "unknown-field";

  /** A known field in a place where it is not valid. */
  public static final String MISPLACED_FIELD = "misplaced-field";

  /** A field of older dialects; the hint names its replacement. */
  public static final String RETIRED_FIELD = "retired-field";

  public static final String WRONG_TYPE = "wrong-type";
  public static final String MISSING_TEMPLATE = "missing-template";
  public static final String EMPTY_TEMPLATE = "empty-template";
  public static final String NESTED_ARRAY = "nested-array";
  public static final String UNKNOWN_FAILURE = "unknown-failure";
  public static final String UNKNOWN_AWAIT = "unknown-await";
  public static final String BAD_NUMBER = "bad-number";
  public static final String OUT_OF_RANGE = "out-of-range";

  /** A name that is set by each run. */
  public static final String RUN_FACT = "run-fact";

  public static final String BAD_SUCCESS_CODES = "bad-success-codes";
  public static final String BAD_NAME = "bad-name";
  public static final String UNTERMINATED_QUOTE = "unterminated-quote";
  public static final String TRAILING_BACKSLASH = "trailing-backslash";
  public static final String EMPTY_COMMAND = "empty-command";
  public static final String NUL_CHARACTER = "nul-character";
  public static final String BAD_PLACEHOLDER = "bad-placeholder";
  public static final String BAD_EXPRESSION = "bad-expression";
  public static final String DIVISION_BY_ZERO = "division-by-zero";
  public static final String BAD_CONDITION = "bad-condition";
  public static final String BAD_OUTPUT = "bad-output";
  public static final String BAD_ARGUMENT = "bad-argument";
  public static final String DUPLICATE_ARGUMENT = "duplicate-argument";

  /** A default both in {@code args} and in {@code defaults} of one node. */
  public static final String DUPLICATE_DEFAULT = "duplicate-default";

  /** A computed input that depends on itself or on a later one. */
  public static final String COMPUTE_ORDER = "compute-order";

  /** A computed input has no value yet: none was given, and its command has not run. */
  public static final String NOT_COMPUTED = "not-computed";

  /** The command of a computed input failed or printed an invalid value. */
  public static final String COMPUTE_FAILED = "compute-failed";

  /** A node names no import of its recipe. */
  public static final String UNKNOWN_IMPORT = "unknown-import";

  /** An import that is malformed, leaves its folder, or names an invalid recipe. */
  public static final String BAD_IMPORT = "bad-import";

  public static final String IMPORT_NOT_FOUND = "import-not-found";
  public static final String IMPORT_CYCLE = "import-cycle";
  public static final String IMPORT_TOO_DEEP = "import-too-deep";
  public static final String DISABLED_RECIPE = "disabled-recipe";

  /** Warning: a launch value of the same name replaces a value that the recipe sets. */
  public static final String REPLACEABLE_VALUE = "replaceable-value";

  /** A rule for files of an inbox that is malformed. */
  public static final String BAD_INBOX = "bad-inbox";

  /** A rule about the runs at once that is malformed. */
  public static final String BAD_LAUNCH = "bad-launch";

  /** A pattern of files that can match nothing in a workspace. */
  public static final String BAD_PATTERN = "bad-pattern";

  /** A schedule that is malformed, never due, or lacks a value. */
  public static final String BAD_SCHEDULE = "bad-schedule";

  /** A directory that a recipe cannot want. */
  public static final String BAD_DIRECTORY = "bad-directory";

  /** HTTP requests that a recipe cannot ask for. */
  public static final String BAD_HTTP = "bad-http";

  /** A launch without a directory that the recipe needs. */
  public static final String MISSING_DIRECTORY = "missing-directory";

  /** A rule for notifications that is malformed. */
  public static final String BAD_NOTIFY = "bad-notify";

  public static final String BAD_MARKDOWN = "bad-markdown";

  public static final String UNKNOWN_TYPE = "unknown-type";
  public static final String CONFLICTING_TYPES = "conflicting-types";
  public static final String BAD_VALUE = "bad-value";
  public static final String UNKNOWN_INPUT = "unknown-input";
  public static final String UNRESOLVED_PLACEHOLDER = "unresolved-placeholder";
  public static final String NOT_AN_ARRAY = "not-an-array";
  public static final String INDEX_OUT_OF_RANGE = "index-out-of-range";

  /** Defaults that refer to themselves in a cycle. */
  public static final String DEFAULT_CYCLE = "default-cycle";

  public static final String DEFAULT_TOO_DEEP = "default-too-deep";
  public static final String TEXT_TOO_LONG = "text-too-long";
  public static final String TOO_MANY_STEPS = "too-many-steps";
  public static final String PLAN_TOO_LARGE = "plan-too-large";

  /** Reading or planning exceeds the time limit. */
  public static final String DEADLINE = "deadline-exceeded";

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

  /** Warning: an import asks for HTTP requests that the recipe does not list. */
  public static final String UNLISTED_REQUEST = "unlisted-request";

  public static final String UNDECLARED_PLACEHOLDER = "undeclared-placeholder";

  /**
   * Warnings for a reviewer of a recipe; they say nothing about a single run. One about empty input
   * belongs here, too: whether a step fails is only known when it has, and then the run's summary
   * names each step that read the empty output of a failed one.
   */
  private static final Set<String> REVIEW =
      Set.of(
          SHELL_COMMAND,
          EVAL_CODE,
          BROAD_PATH,
          READS_FROM_FAILURE,
          UNDECLARED_PLACEHOLDER,
          REPLACEABLE_VALUE,
          UNLISTED_REQUEST);

  private Codes() {}

  /** Whether the warning is for the review of a recipe: it is the same at each run. */
  public static boolean isReview(String code) {
    return REVIEW.contains(code);
  }
}
