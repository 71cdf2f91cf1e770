package dev.escarole.web.agent.acli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a line was refused or failed, and what to write instead (acli, section 5.1.2 and appendix B).
 * Immutable.
 *
 * @param hint what to do about it, or null
 * @param examples lines that would be accepted
 */
public record AcliError(
    ErrorCode code, String message, @Nullable String hint, List<String> examples) {

  /** Longest part of a caller's text in a message, in characters. */
  private static final int LONGEST_QUOTE = 80;

  public AcliError {
    examples = List.copyOf(examples);
  }

  /** An error without examples. */
  public static AcliError of(ErrorCode code, String message, @Nullable String hint) {
    return new AcliError(code, message, hint, List.of());
  }

  static AcliError unparsable(String detail) {
    return of(ErrorCode.PARSE_ERROR, "Failed to parse command: " + detail, "Check command syntax");
  }

  static AcliError forbidden(String character) {
    return of(
        ErrorCode.INJECTION_BLOCKED,
        "Forbidden character detected: " + character,
        "Remove shell metacharacters");
  }

  static AcliError notFound(String command, @Nullable String nearest) {
    String all = "Run 'help' for available commands";
    return of(
        ErrorCode.COMMAND_NOT_FOUND,
        "Command '%s' not found".formatted(shown(command)),
        nearest == null ? all : "Did you mean '%s'? %s".formatted(nearest, all));
  }

  /** The caller may not use a command. */
  public static AcliError denied(String command) {
    return of(
        ErrorCode.PERMISSION_DENIED,
        "Permission denied for '%s'".formatted(shown(command)),
        "Check your access level");
  }

  /** An argument is invalid; {@code problem} starts with its name. */
  public static AcliError invalid(String problem, @Nullable String hint) {
    return of(ErrorCode.VALIDATION_ERROR, "Invalid argument: " + problem, hint);
  }

  /** A command was executed and failed. */
  public static AcliError failed(String detail) {
    return of(ErrorCode.EXECUTION_ERROR, "Execution failed: " + detail, "Check input and retry");
  }

  static AcliError late(long millis) {
    return of(
        ErrorCode.TIMEOUT, "Command timed out after %dms".formatted(millis), "Try a simpler query");
  }

  static AcliError tooMany(long seconds) {
    return of(
        ErrorCode.RATE_LIMITED, "Rate limit exceeded", "Wait %ds before retry".formatted(seconds));
  }

  static AcliError tooManyWaiting(int lines) {
    return of(
        ErrorCode.RATE_LIMITED,
        "Rate limit exceeded: %d lines are waiting already".formatted(lines),
        "Wait 1s before retry, or start with '--wait 0' and ask later");
  }

  static AcliError outside(String argument, String path) {
    return of(
        ErrorCode.PATH_TRAVERSAL_BLOCKED,
        "Path outside the workspace in %s: %s".formatted(argument, shown(path)),
        "Use a relative path without '..'");
  }

  static AcliError badDate(String argument) {
    return of(
        ErrorCode.INVALID_DATE_FORMAT,
        "The %s argument has an invalid date format".formatted(argument),
        "Use ISO8601 format (e.g., 2026-02-02 or 2026-02-02T10:00:00Z)");
  }

  /** This error with other examples. */
  public AcliError withExamples(List<String> lines) {
    return new AcliError(code, message, hint, lines);
  }

  /** This error with another hint. */
  public AcliError withHint(@Nullable String newHint) {
    return new AcliError(code, message, newHint, examples);
  }

  static String shown(String text) {
    int[] points = text.codePoints().limit(LONGEST_QUOTE + 1L).toArray();
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(points.length, LONGEST_QUOTE); i++) {
      shown.appendCodePoint(Character.isISOControl(points[i]) ? '\uFFFD' : points[i]);
    }
    return points.length > LONGEST_QUOTE ? shown.append('…').toString() : shown.toString();
  }
}
