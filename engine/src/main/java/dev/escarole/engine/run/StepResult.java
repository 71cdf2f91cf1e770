package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.SuccessCodes;
import org.jspecify.annotations.Nullable;

/**
 * Result of a step, and the output that it passes on.
 *
 * @param outcome the deciding outcome: a leaf's own, or for a failed group that of the step that
 *     failed it
 * @param stdout output for the next step
 * @param stderr error output of a failure, truncated to {@value #MAX_STDERR} bytes
 * @param escalation how far the failure reaches because of an inner step
 * @param reason why the step was skipped, stopped or did not need to run, or null
 * @param cut whether a limit ended the step after it had printed part of its output, which is never
 *     passed on
 */
public record StepResult(
    StepStatus status,
    Outcome outcome,
    Content stdout,
    Content stderr,
    FailureScope escalation,
    @Nullable String reason,
    boolean cut) {

  /** Maximum bytes of error output in a result; the store has all of it. */
  public static final int MAX_STDERR = 16 * 1024;

  static StepResult of(LeafResult leaf, SuccessCodes codes) {
    StepStatus status = StepStatus.of(leaf.outcome(), codes);
    return new StepResult(
        status,
        leaf.outcome(),
        leaf.stdout(),
        status.isFailure() ? head(leaf.stderr()) : Content.EMPTY,
        FailureScope.CONTINUE,
        reason(leaf.origin()),
        isCut(leaf));
  }

  private static boolean isCut(LeafResult leaf) {
    return switch (leaf.outcome().kind()) {
      case OUTPUT_TOO_LARGE -> true;
      case TIMED_OUT, OUT_OF_FUEL, OUT_OF_MEMORY, STDIN_TOO_LARGE -> !leaf.stdout().isEmpty();
      default -> false;
    };
  }

  private static @Nullable String reason(LeafOrigin origin) {
    return switch (origin) {
      case RAN -> null;
      case REUSED -> "reused from the earlier run";
      case CACHED -> "cached from an equal call";
    };
  }

  static StepResult done(Content stdout) {
    return plain(StepStatus.DONE, Outcome.exited(0), stdout, null);
  }

  static StepResult skipped(Content stdin, String reason) {
    return plain(StepStatus.SKIPPED, Outcome.exited(0), stdin, reason);
  }

  /** The result of a step that was cancelled, or of a run that did not start. */
  public static StepResult cancelled(String reason) {
    return plain(
        StepStatus.CANCELLED, Outcome.of(Outcome.Kind.CANCELLED, reason), Content.EMPTY, reason);
  }

  static StepResult timedOut(long millis) {
    String reason = "the node exceeded its time limit of %d ms".formatted(millis);
    return plain(
        StepStatus.TIMEOUT, Outcome.of(Outcome.Kind.TIMED_OUT, reason), Content.EMPTY, reason);
  }

  /** The result of a run that was aborted by a failure of the engine. */
  public static StepResult broken(String reason) {
    return plain(
        StepStatus.FAILED,
        Outcome.trapped("the engine failed: " + reason),
        Content.EMPTY,
        "the engine failed: " + reason);
  }

  private static StepResult plain(
      StepStatus status, Outcome outcome, Content stdout, @Nullable String reason) {
    return new StepResult(
        status, outcome, stdout, Content.EMPTY, FailureScope.CONTINUE, reason, false);
  }

  public boolean isFailure() {
    return status.isFailure();
  }

  /** The exit code for recipes and the command line. */
  public int exitCode() {
    return outcome.exitCode();
  }

  /** This failure as the failure of the enclosing group; cancelled steps also fail their group. */
  StepResult failingGroup(FailureScope reach) {
    StepStatus group = status == StepStatus.TIMEOUT ? StepStatus.TIMEOUT : StepStatus.FAILED;
    return new StepResult(group, outcome, stdout, stderr, reach, reason, cut);
  }

  /** This failed recovery as the failure of its step. */
  StepResult failingRecovered() {
    return failingGroup(FailureScope.CONTINUE).withReason("its recovery failed");
  }

  StepResult withReason(@Nullable String newReason) {
    return new StepResult(status, outcome, stdout, stderr, escalation, newReason, cut);
  }

  StepResult withStdout(Content newStdout) {
    return new StepResult(status, outcome, newStdout, stderr, escalation, reason, cut);
  }

  private static Content head(Content stderr) {
    if (stderr.size() <= MAX_STDERR) {
      return stderr;
    }
    return Content.of(stderr.parts().range(0, MAX_STDERR));
  }
}
