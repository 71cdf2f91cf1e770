package dev.escarole.web.app;

import dev.escarole.web.app.run.ExitCode;
import java.util.Locale;
import java.util.Optional;

/**
 * The reason of a refusal: a name for programs, the same in every interface. Declared once here,
 * with what HTTP and the command line make of it.
 */
public enum RefusalCode {
  BAD_ADDRESS(Kind.MALFORMED),
  BAD_FORM(Kind.MALFORMED),
  BAD_JSON(Kind.MALFORMED),
  BAD_KEY(Kind.MALFORMED),
  BAD_RANGE(Kind.MALFORMED),
  BAD_SELECTION(Kind.MALFORMED),
  BROKEN_REQUEST(Kind.MALFORMED),
  HTTP_ERROR(Kind.MALFORMED),
  METHOD_NOT_ALLOWED(Kind.MALFORMED),
  NOT_ACCEPTABLE(Kind.MALFORMED),
  NUL_CHARACTER(Kind.MALFORMED),
  REPEATED(Kind.MALFORMED),
  REPEATED_HEADER(Kind.MALFORMED),
  TOO_MANY_TOPICS(Kind.MALFORMED),
  TOO_SLOW(Kind.MALFORMED),
  UNKNOWN_PARAMETER(Kind.MALFORMED),
  UNSUPPORTED_TYPE(Kind.MALFORMED),
  NO_TOKEN(Kind.UNAUTHENTICATED),
  SESSION_ENDED(Kind.UNAUTHENTICATED),
  USED_LINK(Kind.UNAUTHENTICATED),
  WRONG_TOKEN(Kind.UNAUTHENTICATED),
  ANOTHER_PRINCIPAL(Kind.FORBIDDEN),
  DENIED(Kind.FORBIDDEN),
  FOREIGN_ORIGIN(Kind.FORBIDDEN),
  NOT_ALLOWED(Kind.FORBIDDEN),
  WRONG_HOST(Kind.FORBIDDEN),
  AMBIGUOUS_RUN(Kind.NOT_FOUND),
  AMBIGUOUS_SCHEDULE(Kind.NOT_FOUND),
  AMBIGUOUS_STEP(Kind.NOT_FOUND),
  NO_INBOX(Kind.NOT_FOUND),
  NO_JOIN(Kind.NOT_FOUND),
  NO_SUCH_ADDRESS(Kind.NOT_FOUND),
  NO_SUCH_ATTEMPT(Kind.NOT_FOUND),
  NO_SUCH_CALLBACK(Kind.NOT_FOUND),
  NO_SUCH_CHANNEL(Kind.NOT_FOUND),
  NO_SUCH_COMMAND(Kind.NOT_FOUND),
  NO_SUCH_DELIVERY(Kind.NOT_FOUND),
  NO_SUCH_FILE(Kind.NOT_FOUND),
  NO_SUCH_FILTER(Kind.NOT_FOUND),
  NO_SUCH_JOIN(Kind.NOT_FOUND),
  NO_SUCH_RECIPE(Kind.NOT_FOUND),
  NO_SUCH_ROW(Kind.NOT_FOUND),
  NO_SUCH_RUN(Kind.NOT_FOUND),
  NO_SUCH_SCHEDULE(Kind.NOT_FOUND),
  NO_SUCH_STEP(Kind.NOT_FOUND),
  NO_SUCH_VERSION(Kind.NOT_FOUND),
  NOT_BUILT_HERE(Kind.NOT_FOUND),
  NO_WORKSPACE(Kind.NOT_FOUND),
  NOT_KEPT(Kind.NOT_FOUND),
  NOTHING_STORED(Kind.NOT_FOUND),
  OUTPUT_LOST(Kind.NOT_FOUND),
  ALREADY_DECIDED(Kind.CONFLICT),
  ALREADY_REMOVED(Kind.CONFLICT),
  CANNOT_RESUME(Kind.CONFLICT),
  DELIVERY_IS_DUE(Kind.CONFLICT),
  FILE_STUCK(Kind.CONFLICT),
  NAME_TAKEN(Kind.CONFLICT),
  NO_RESULT(Kind.CONFLICT),
  NO_SCHEDULES(Kind.CONFLICT),
  NOT_INTERRUPTED(Kind.CONFLICT),
  NOT_WAITING(Kind.CONFLICT),
  PATH_NOT_CONFINED(Kind.CONFLICT),
  PLAN_CHANGED(Kind.CONFLICT),
  REGISTRY_FULL(Kind.CONFLICT),
  RERUN_REFUSED(Kind.CONFLICT),
  RESERVED_NAME(Kind.CONFLICT),
  RUN_IS_ELSEWHERE(Kind.CONFLICT),
  RUN_IS_INTERRUPTED(Kind.CONFLICT),
  RUN_IS_OVER(Kind.CONFLICT),
  RUN_NOT_OVER(Kind.CONFLICT),
  RUN_NOT_STARTED(Kind.CONFLICT),
  TOO_LATE(Kind.CONFLICT),
  TOO_MANY_FILTERS(Kind.CONFLICT),
  TOO_LARGE(Kind.TOO_LARGE),
  BAD_ARGUMENT(Kind.INVALID),
  BAD_CATALOG(Kind.INVALID),
  BAD_BASE64(Kind.INVALID),
  BAD_CURSOR(Kind.INVALID),
  BAD_DIRECTORY(Kind.INVALID),
  BAD_FILE_NAME(Kind.INVALID),
  BAD_FILTER(Kind.INVALID),
  BAD_FLAG(Kind.INVALID),
  BAD_LABEL(Kind.INVALID),
  BAD_NUMBER(Kind.INVALID),
  BAD_SCOPE(Kind.INVALID),
  BAD_SOURCES(Kind.INVALID),
  BAD_TIME(Kind.INVALID),
  BAD_VALUES(Kind.INVALID),
  BUILD_FAILED(Kind.INVALID),
  DIRECTORY_REFUSED(Kind.INVALID),
  FILE_REFUSED(Kind.INVALID),
  INPUT_TOO_LARGE(Kind.INVALID),
  INVALID_NAME(Kind.INVALID),
  INVALID_RECIPE(Kind.INVALID),
  KEY_TAKEN(Kind.INVALID),
  LANE_UNAVAILABLE(Kind.INVALID),
  LONELY_NAME(Kind.INVALID),
  MISSING_FIELD(Kind.INVALID),
  MISSING_PARAMETER(Kind.INVALID),
  NO_LIMIT(Kind.INVALID),
  NO_PROGRAM(Kind.INVALID),
  NOT_A_PROGRAM(Kind.INVALID),
  OUT_OF_RANGE(Kind.INVALID),
  TWO_INPUTS(Kind.INVALID),
  UNKNOWN_FIELD(Kind.INVALID),
  UNKNOWN_WORD(Kind.INVALID),
  UNUSABLE_FILE(Kind.INVALID),
  WHICH_RECIPE(Kind.INVALID),
  WRONG_TYPE(Kind.INVALID),
  QUEUE_FULL(Kind.TOO_MANY),
  TOO_MANY_BODIES(Kind.TOO_MANY),
  TOO_MANY_FETCHES(Kind.TOO_MANY),
  TOO_MANY_REQUESTS(Kind.TOO_MANY),
  DATABASE_AWAY(Kind.UNAVAILABLE),
  INTERNAL_ERROR(Kind.UNAVAILABLE),
  JOURNAL_PAUSED(Kind.UNAVAILABLE),
  NO_TEXT(Kind.UNAVAILABLE),
  OUTPUTS_AWAY(Kind.UNAVAILABLE),
  TOO_MANY_WATCHERS(Kind.UNAVAILABLE),
  NO_ANSWER(Kind.UNREACHABLE),
  NO_ESCAROLE(Kind.UNREACHABLE),
  INTERRUPTED(Kind.UNREACHABLE);

  private final Kind kind;

  RefusalCode(Kind kind) {
    this.kind = kind;
  }

  /** Kinds of refusals. */
  public enum Kind {
    /** The request cannot be understood. */
    MALFORMED(400),
    /** The caller is unknown. */
    UNAUTHENTICATED(401),
    /** The caller is not allowed to. */
    FORBIDDEN(403),
    /** Its target does not exist. */
    NOT_FOUND(404),
    /** It conflicts with the present state of its target. */
    CONFLICT(409),
    /** It is larger than it may be. */
    TOO_LARGE(413),
    /** It is understood and invalid: a recipe with errors, a value of the wrong type. */
    INVALID(422),
    /** There were too many requests lately. */
    TOO_MANY(429),
    /** It cannot be done at the moment. */
    UNAVAILABLE(503),
    /** The server does not answer, or is not an Escarole server. */
    UNREACHABLE(502);

    private final int httpStatus;

    Kind(int httpStatus) {
      this.httpStatus = httpStatus;
    }

    /** The status of REST's answer. */
    public int httpStatus() {
      return httpStatus;
    }
  }

  public Kind kind() {
    return kind;
  }

  /** The status of REST's answer. */
  public int httpStatus() {
    return kind.httpStatus();
  }

  /**
   * The exit status of the command line: 2 for what the caller can correct, 3 for what a policy or
   * role denies, 75 for a full queue, 1 for the rest.
   */
  public int exitCode() {
    if (this == QUEUE_FULL) {
      return ExitCode.QUEUE_FULL.code();
    }
    return switch (kind) {
      case FORBIDDEN -> 3;
      case UNAVAILABLE, TOO_MANY -> 1;
      case MALFORMED, UNAUTHENTICATED, NOT_FOUND, CONFLICT, TOO_LARGE, INVALID, UNREACHABLE -> 2;
    };
  }

  /** The name in lower case with hyphens, such as {@code no-such-run}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The code of a name; empty if there is none, as of a server of another version. */
  public static Optional<RefusalCode> ofWord(String word) {
    for (RefusalCode code : values()) {
      if (code.word().equals(word)) {
        return Optional.of(code);
      }
    }
    return Optional.empty();
  }

  /** The code that says no more than the status of an answer. */
  public static RefusalCode ofStatus(int httpStatus) {
    if (httpStatus >= 500) {
      return INTERNAL_ERROR;
    }
    return httpStatus == Kind.FORBIDDEN.httpStatus() ? NOT_ALLOWED : HTTP_ERROR;
  }
}
