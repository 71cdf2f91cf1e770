package dev.escarole.engine.command;

import java.util.Locale;

/**
 * How an invocation ended: always exactly one named outcome, never a bare exception. Immutable.
 *
 * @param kind which outcome
 * @param exitCode what a recipe sees: the guest's own code when it exited, else the code that
 *     stands for the kind
 * @param detail one sentence for people, without the command's name; empty after {@code exited(0)}
 */
public record Outcome(Kind kind, int exitCode, String detail) {

  /** What other systems report of a process that was ended by SIGPIPE. */
  private static final int UNREAD = 141;

  private static final Outcome SUCCESS = new Outcome(Kind.EXITED, 0, "");

  /** The closed set of outcomes. */
  public enum Kind {
    /** The guest ran to its end, or called exit, and has an exit code of its own. */
    EXITED(0),
    /** The wall clock ran out and the guest was stopped. */
    TIMED_OUT(124),
    /** The guest executed more than allowed and was stopped. */
    OUT_OF_FUEL(125),
    /** The memory that the program needs to start exceeds the limit, or the host has none left. */
    OUT_OF_MEMORY(125),
    /** Standard input is larger than allowed; nothing ran, unless it came while the guest ran. */
    STDIN_TOO_LARGE(125),
    /** The arguments are larger than allowed; nothing ran. */
    ARGV_TOO_LARGE(125),
    /** The guest wrote more than allowed and was stopped; what fits was kept. */
    OUTPUT_TOO_LARGE(125),
    /** The guest did something that WebAssembly forbids, such as dividing by zero. */
    TRAPPED(134),
    /** The artifact is missing, or its bytes are not the ones its hash promises; nothing ran. */
    ARTIFACT_INTEGRITY(125),
    /**
     * The artifact is intact but no program that can be used: malformed, in need of something that
     * is not offered, or larger than a limit allows; the detail says which. Nothing ran.
     */
    UNUSABLE_PROGRAM(125),
    /** Where it was to run is no directory that it may use; nothing ran. */
    BAD_DIRECTORY(125),
    /** Somebody cancelled the invocation. */
    CANCELLED(130),
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
    /** Refused: as many of the principal's commands as may run at once are running. */
    TOO_MANY_PROCESSES(126);

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
     * Says whether the broker refused: one of its six refusals, or the cap on concurrent calls.
     * Nothing has run then.
     */
    public boolean isDenial() {
      return compareTo(REVOKED) >= 0;
    }
  }

  /** The guest ended by itself with this code. */
  public static Outcome exited(int code) {
    return code == 0 ? SUCCESS : new Outcome(Kind.EXITED, code, "exited with code " + code);
  }

  /** The guest was ended because nobody would have read what it wrote next. */
  public static Outcome unread() {
    return new Outcome(Kind.EXITED, UNREAD, "ended because nobody reads its output");
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

  /** Says whether the guest ended by itself with code 0. */
  public boolean isSuccess() {
    return kind == Kind.EXITED && exitCode == 0;
  }

  /** Returns the name with its argument if it has one: {@code exited(2)}, {@code timed_out}. */
  @Override
  public String toString() {
    return switch (kind) {
      case EXITED -> word() + "(" + exitCode + ")";
      case TRAPPED -> word() + "(" + detail + ")";
      case TIMED_OUT,
          OUT_OF_FUEL,
          OUT_OF_MEMORY,
          STDIN_TOO_LARGE,
          ARGV_TOO_LARGE,
          OUTPUT_TOO_LARGE,
          ARTIFACT_INTEGRITY,
          UNUSABLE_PROGRAM,
          BAD_DIRECTORY,
          CANCELLED,
          REVOKED,
          RATE_LIMITED,
          DENIED,
          MAX_DEPTH,
          COMMAND_NOT_GRANTED,
          UNKNOWN_COMMAND,
          TOO_MANY_PROCESSES ->
          word();
    };
  }
}
