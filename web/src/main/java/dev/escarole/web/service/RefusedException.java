package dev.escarole.web.service;

import dev.escarole.recipe.Problem;
import java.util.List;

/**
 * Something that was asked for is not done, and nothing has changed. The message names what is
 * wrong; the hint says what to do instead.
 */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final String code;
  private final String hint;
  private final transient List<Problem> problems;

  /** Why something is not done. */
  public enum Kind {
    /** It cannot be understood. */
    MALFORMED,
    /** Nobody knows who asks. */
    UNAUTHENTICATED,
    /** Who asks may not. */
    FORBIDDEN,
    /** It concerns something that does not exist. */
    NOT_FOUND,
    /** It does not fit the present state of what it concerns. */
    CONFLICT,
    /** It is larger than it may be. */
    TOO_LARGE,
    /** It is understood, and wrong: a recipe with mistakes, a value of the wrong type. */
    INVALID,
    /** There was too much of it lately. */
    TOO_MANY,
    /** It cannot be done now, but may be later. */
    UNAVAILABLE
  }

  /**
   * @param code a name for programs, in lower case with hyphens, such as {@code no-such-run}
   */
  public RefusedException(Kind kind, String code, String message, String hint) {
    this(kind, code, message, hint, List.of());
  }

  /**
   * @param problems the mistakes of a recipe or of the values for it, if that is the reason
   */
  public RefusedException(
      Kind kind, String code, String message, String hint, List<Problem> problems) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.hint = hint;
    this.problems = List.copyOf(problems);
  }

  /** Nothing can be read or stored at the moment. */
  public static RefusedException databaseAway() {
    return new RefusedException(
        Kind.UNAVAILABLE,
        "database-away",
        "the database does not answer",
        "Try again in a while; what is under way waits for it.");
  }

  public Kind kind() {
    return kind;
  }

  public String code() {
    return code;
  }

  public String hint() {
    return hint;
  }

  public List<Problem> problems() {
    return problems;
  }
}
