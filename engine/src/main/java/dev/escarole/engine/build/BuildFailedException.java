package dev.escarole.engine.build;

import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.io.Serial;

/** Sources could not be built; the message says why, and what would make them build. */
public final class BuildFailedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_SHOWN = 4096;

  private final Reason reason;

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
    this(Reason.FAILED, message);
  }

  /** Creates the failure of one build. */
  public BuildFailedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
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
        command + ": " + ended + (shown.isEmpty() ? "" : "\n" + shown));
  }

  /** Returns why nothing was built. */
  public Reason reason() {
    return reason;
  }
}
