package dev.escarole.web.app.setup;

import dev.escarole.engine.DirectoryRefusedException;
import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.broker.PolicyException.PolicyProblem;
import dev.escarole.engine.command.UnsafeFileException;
import dev.escarole.engine.store.content.LostContentException;
import dev.escarole.engine.store.content.OutputsAwayException;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.launch.QueueFullException;
import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.schedule.Durations;
import dev.escarole.web.app.Refusal;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.util.List;
import java.util.Optional;

/** What is wrong when an engine cannot be opened or used. */
public final class EngineFailures {

  private EngineFailures() {}

  /** The problems behind a failure that its user can mend; empty for any other failure. */
  public static List<Problem> problems(Exception failure) {
    if (failure instanceof PolicyException invalid) {
      return invalid.problems().stream().map(EngineFailures::problem).toList();
    }
    if (failure instanceof DirectoryRefusedException) {
      return List.of(problem("directory-refused", failure));
    }
    if (failure instanceof UnsafeFileException) {
      return List.of(problem("unsafe-file", failure));
    }
    return failure instanceof StoreException ? List.of(problem("database", failure)) : List.of();
  }

  /** The refusal that a failure of an open engine amounts to; empty for an internal error. */
  public static Optional<RefusedException> refusal(Throwable failure) {
    Optional<RefusedException> queueFull = queueFull(failure);
    if (queueFull.isPresent()) {
      return queueFull;
    }
    if (failure instanceof LostContentException lost) {
      return Optional.of(lost(lost));
    }
    if (failure instanceof OutputsAwayException) {
      return Optional.of(
          new RefusedException(
              RefusalCode.OUTPUTS_AWAY,
              "the store of large outputs does not answer",
              "Try again later; runs in progress wait for it, and the log of the server says why."));
    }
    return failure instanceof StoreException store && store.isTransient()
        ? Optional.of(
            new RefusedException(
                RefusalCode.DATABASE_AWAY,
                "the database does not answer",
                "Try again later; runs in progress wait for it."))
        : Optional.empty();
  }

  /** The refusal to show bytes that are on record and cannot be read. */
  public static RefusedException lost(LostContentException lost) {
    return new RefusedException(
        RefusalCode.OUTPUT_LOST,
        lost.what(),
        "The rest of the run is still on record. Restore the object that the log of the server names"
            + " from a backup, or run the step again.");
  }

  /** The refusal of a launch whose queue is full; empty if that is not the reason. */
  public static Optional<RefusedException> queueFull(Throwable failure) {
    return failure instanceof QueueFullException full
        ? Optional.of(
            new RefusedException(
                new Refusal(
                    RefusalCode.QUEUE_FULL,
                    String.valueOf(full.getMessage()),
                    "Nothing was stored. Try again in about "
                        + Durations.text(full.retryAfter())
                        + ".",
                    null,
                    List.of(),
                    full.retryAfter().toSeconds())))
        : Optional.empty();
  }

  /** Whether an engine could not be opened because another process has its database open. */
  public static boolean isInUse(Exception failure) {
    return failure instanceof StoreException store && store.isInUse();
  }

  private static Problem problem(PolicyProblem mistake) {
    return new Problem(
        Severity.ERROR,
        "bad-policy",
        mistake.message(),
        mistake.hint(),
        new Location(mistake.file(), mistake.line(), mistake.column(), ""));
  }

  private static Problem problem(String code, Exception failure) {
    return new Problem(
        Severity.ERROR,
        code,
        String.valueOf(failure.getMessage()),
        null,
        new Location(null, 0, 0, ""));
  }
}
