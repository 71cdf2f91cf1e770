package dev.escarole.web.app.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.RunStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The exit codes of the command line; a run's JSON names the one that it stands for. */
public enum ExitCode {
  OK(0, "The run is done, or degraded with the author's consent to every loss."),
  FAILED(1, "The run failed, or Escarole itself did."),
  USAGE(2, "Wrong usage, an invalid recipe or an invalid value; nothing ran."),
  DENIED(3, "The run failed, and the first thing that failed in it was refused by policy."),
  DEGRADED(4, "The run is degraded, and its author did not agree to every loss."),
  EXPIRED(5, "The run did not start within the deadline of its recipe."),
  QUEUE_FULL(75, "The queue of the recipe is full; nothing is stored. Try again later."),
  CANCELLED(130, "The run was cancelled.");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  /** What it says of a run, as one sentence. */
  public String meaning() {
    return meaning;
  }

  /**
   * The exit code of a run that is over.
   *
   * @param accepted whether the author agreed to every loss; null, as for runs of older versions,
   *     counts as no
   * @param firstOutcome the word of the outcome of the first failure; null if there was none
   */
  public static ExitCode of(
      RunStatus status,
      @Nullable Boolean accepted,
      @Nullable String firstOutcome,
      Judgement judgement) {
    return switch (status) {
      case DONE -> OK;
      case DEGRADED -> judgement.isGood(Boolean.TRUE.equals(accepted)) ? OK : DEGRADED;
      case FAILED -> isDenied(firstOutcome) ? DENIED : FAILED;
      case CANCELLED -> CANCELLED;
      case EXPIRED -> EXPIRED;
      case QUEUED, RUNNING, WAITING, INTERRUPTED ->
          throw new IllegalArgumentException("a run that is not over has no exit code");
    };
  }

  /** Whether policy refused the command; a name that means nothing is a mistake of another kind. */
  private static boolean isDenied(@Nullable String outcome) {
    if (outcome == null) {
      return false;
    }
    Outcome.Kind kind = Outcome.Kind.valueOf(outcome.toUpperCase(Locale.ROOT));
    return kind.isDenial() && kind != Outcome.Kind.UNKNOWN_COMMAND;
  }
}
