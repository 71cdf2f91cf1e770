package dev.escarole.engine.run;

import java.util.List;
import java.util.StringJoiner;

/** A run whose result its author does not accept: it failed, was cancelled, or lost too much. */
public final class RunFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int MOST_CAUSES = 3;

  private final transient RunResult result;

  RunFailedException(RunResult result) {
    super(words(result));
    this.result = result;
  }

  /** The result with all that is known of the run. */
  public RunResult result() {
    return result;
  }

  private static String words(RunResult result) {
    StringJoiner words = new StringJoiner("; ");
    words.add(
        "run %s of %s ended as %s%s"
            .formatted(
                result.run(),
                result.recipe(),
                result.status().word(),
                result.status() == RunStatus.DEGRADED
                    ? ", and its recipe does not consent to every loss"
                    : ""));
    List<CauseTally> causes = result.causes();
    for (CauseTally each : causes.subList(0, Math.min(causes.size(), MOST_CAUSES))) {
      words.add(cause(each));
    }
    if (causes.size() > MOST_CAUSES) {
      words.add("and %d more causes".formatted(causes.size() - MOST_CAUSES));
    }
    return words.toString();
  }

  private static String cause(CauseTally cause) {
    String step = cause.label() == null ? cause.path() : cause.label();
    String said = cause.line().isEmpty() ? cause.command() : cause.line();
    return "%d × %s, first in step %s%s"
        .formatted(
            cause.failures(), cause.cause().words(), step, said.isEmpty() ? "" : " (" + said + ")");
  }
}
