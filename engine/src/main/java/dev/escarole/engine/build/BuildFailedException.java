package dev.escarole.engine.build;

import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.io.Serial;

/** Sources could not be built; the message says why, and the hint what would make them build. */
public final class BuildFailedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_SHOWN = 4096;

  private final Reason reason;
  private final String hint;

  /** Why nothing was built. */
  public enum Reason {
    /** Names or sizes of the sources are refused; nothing was compiled. */
    BAD_SOURCES,
    /** No lane of that name is known. */
    UNKNOWN_LANGUAGE,
    /** The language has no lane here, or its lane lacks a tool; nothing was compiled. */
    LANE_UNAVAILABLE,
    /** The compiler refused the sources, or could not run. */
    FAILED
  }

  /** Creates the failure of a compiler. */
  public BuildFailedException(String message) {
    this(Reason.FAILED, message, "Correct the sources, or the compiler's options.");
  }

  /** Creates the failure of a compiler that ended so. */
  public BuildFailedException(String message, Outcome outcome) {
    this(Reason.FAILED, message, hint(outcome.kind()));
  }

  private static String hint(Outcome.Kind kind) {
    return switch (kind) {
      case UNUSABLE_PROGRAM, OUT_OF_MEMORY ->
          "The compiler cannot run here, whatever the sources. If memory is what it lacks, give Java"
              + " a larger heap: clang needs 10 GB once, and 5 GB from then on.";
      case TIMED_OUT, OUT_OF_FUEL -> "Split the largest sources, or optimize less, such as -O1.";
      default -> "Correct the sources, or the compiler's options.";
    };
  }

  /** Creates the failure of one build. */
  public BuildFailedException(Reason reason, String message, String hint) {
    super(message);
    this.reason = reason;
    this.hint = hint;
  }

  /** Returns the failure of a compiler that did not exit with 0, with what it printed. */
  public static BuildFailedException of(String command, InvocationResult result) {
    Outcome outcome = result.outcome();
    String printed = result.stderr().utf8().strip();
    String ended =
        outcome.kind() == Outcome.Kind.EXITED
            ? "exited with " + outcome.exitCode()
            : outcome.word() + (printed.isEmpty() ? ": " + outcome.detail() : "");
    String shown =
        printed.length() <= MOST_SHOWN ? printed : printed.substring(0, MOST_SHOWN) + "…";
    return new BuildFailedException(
        command + ": " + ended + (shown.isEmpty() ? "" : "\n" + shown), outcome);
  }

  /** Returns why nothing was built. */
  public Reason reason() {
    return reason;
  }

  /** Returns what would make the sources build. */
  public String hint() {
    return hint;
  }
}
