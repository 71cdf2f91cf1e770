package dev.escarole.engine.command;

import java.util.Locale;

/**
 * How an invocation ended: always exactly one named outcome. Immutable.
 *
 * @param kind which outcome
 * @param exitCode the guest's own code if it exited, else the code of the kind
 * @param detail one sentence for people, without the command's name; empty after {@code exited(0)}
 */
public record Outcome(Kind kind, int exitCode, String detail) {

  /** The code that shells report for SIGPIPE. */
  private static final int UNREAD = 141;

  private static final Outcome SUCCESS = new Outcome(Kind.EXITED, 0, "");

  /** The closed set of outcomes. */
  public enum Kind {
    /** The guest returned or called exit, and has its own exit code. */
    EXITED(0),
    /** The wall clock ran out and the guest was stopped. */
    TIMED_OUT(124),
    /** The guest executed more than allowed and was stopped. */
    OUT_OF_FUEL(125),
    /** The program's initial memory exceeds the limit, or the host has no memory left. */
    OUT_OF_MEMORY(125),
    /** Standard input is larger than allowed; nothing ran, unless it was streamed. */
    STDIN_TOO_LARGE(125),
    /** The arguments are larger than allowed; nothing ran. */
    ARGV_TOO_LARGE(125),
    /** The guest wrote more than allowed and was stopped; what fits was kept. */
    OUTPUT_TOO_LARGE(125),
    /** The guest did something that WebAssembly forbids, such as dividing by zero. */
    TRAPPED(134),
    /** The artifact is missing or does not match its hash; nothing ran. */
    ARTIFACT_INTEGRITY(125),
    /**
     * The artifact is intact but cannot be used: malformed, importing something that is not
     * offered, or larger than a limit; the detail says which. Nothing ran.
     */
    UNUSABLE_PROGRAM(125),
    /** The working directory is not one that it may use; nothing ran. */
    BAD_DIRECTORY(125),
    /** The invocation was cancelled. */
    CANCELLED(130),
    /** Somebody decided against it: an approval was rejected. */
    REJECTED(1),
    /** Refused: the principal has been revoked. */
    REVOKED(126),
    /** Refused: the principal makes too many calls a second. */
    RATE_LIMITED(126),
    /** Refused: the policy does not allow the principal to run commands. */
    DENIED(126),
    /** Refused: commands are nested too deep. */
    MAX_DEPTH(126),
    /** Refused: the policy does not grant this command to the principal. */
    COMMAND_NOT_GRANTED(126),
    /** Refused: no command has this name. */
    UNKNOWN_COMMAND(127),
    /** Refused: the principal's maximum number of commands is running. */
    TOO_MANY_PROCESSES(126),
    /** The guest was stopped because it asked for an HTTP request that is not permitted. */
    HTTP_DENIED(126);

    private final int exitCode;
    private final String word;

    Kind(int exitCode) {
      this.exitCode = exitCode;
      this.word = name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name in snake case, such as {@code timed_out}. */
    public String word() {
      return word;
    }

    /**
     * Returns whether the principal may not do this: one of the broker's six refusals or the limit
     * of concurrent calls, after which nothing ran, or an HTTP request that is not permitted.
     */
    public boolean isDenial() {
      return compareTo(REVOKED) >= 0;
    }
  }

  /** The guest exited with this code. */
  public static Outcome exited(int code) {
    return code == 0 ? SUCCESS : new Outcome(Kind.EXITED, code, "exited with code " + code);
  }

  /** The guest was stopped because its output is no longer read. */
  public static Outcome unread() {
    return new Outcome(Kind.EXITED, UNREAD, "stopped because its output is no longer read");
  }

  /** The guest trapped, for this reason. */
  public static Outcome trapped(String reason) {
    return of(Kind.TRAPPED, reason);
  }

  /**
   * Any outcome but {@code exited}.
   *
   * @throws IllegalArgumentException for {@code EXITED}, which needs the guest's code
   */
  public static Outcome of(Kind kind, String detail) {
    if (kind == Kind.EXITED) {
      throw new IllegalArgumentException("an exited outcome needs the guest's exit code");
    }
    return new Outcome(kind, kind.exitCode, detail);
  }

  /** Returns the outcome's name in snake case, without arguments. */
  public String word() {
    return kind.word();
  }

  /** Returns whether the guest exited with code 0. */
  public boolean isSuccess() {
    return kind == Kind.EXITED && exitCode == 0;
  }

  /** Returns the name with its argument if it has one: {@code exited(2)}, {@code timed_out}. */
  @Override
  public String toString() {
    return switch (kind) {
      case EXITED -> word() + "(" + exitCode + ")";
      case TRAPPED -> word() + "(" + detail + ")";
      default -> word();
    };
  }
}
