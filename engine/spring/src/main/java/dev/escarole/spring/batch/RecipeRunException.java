package dev.escarole.spring.batch;

import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredRun;
import java.util.stream.Collectors;

/**
 * A run whose result its author does not accept. When the step or the item is tried again, the run
 * is rerun: steps that succeeded keep their results.
 */
public final class RecipeRunException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int MOST_CAUSES = 3;

  private final String run;
  private final RunStatus status;

  RecipeRunException(StoredRun run) {
    super(
        "run %s of %s ended as %s%s"
            .formatted(run.id(), run.recipe(), run.status().word(), causes(run)));
    this.run = run.id().value();
    this.status = run.status();
  }

  private static String causes(StoredRun run) {
    return run.causes().stream()
        .limit(MOST_CAUSES)
        .map(RecipeRunException::cause)
        .collect(Collectors.joining());
  }

  private static String cause(CauseTally cause) {
    String said = cause.line().isEmpty() ? cause.command() : cause.line();
    return "; %d × %s%s"
        .formatted(
            cause.failures(), cause.cause().words(), said.isEmpty() ? "" : " (" + said + ")");
  }

  /** The run. */
  public RunId run() {
    return new RunId(run);
  }

  /** How it ended. */
  public RunStatus status() {
    return status;
  }
}
