package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.SuccessCodes;
import org.jspecify.annotations.Nullable;

/**
 * What a step came to, and what it hands on.
 *
 * @param outcome the outcome that decided it: a leaf's own, for a failed group that of the step
 *     which failed it
 * @param stdout what flows on to the next step
 * @param stderr diagnosis of a failure, cut to {@value #MAX_STDERR} bytes
 * @param escalation how far the failure reaches because of a step further down
 * @param reason why the step was skipped or stopped or did not have to run, or null when the
 *     outcome says it all
 * @param cut whether a limit ended the step when it had printed part of its output, which is never
 *     handed on: what reads from it misses something that was there
 */
public record StepResult(
    StepStatus status,
    Outcome outcome,
    Content stdout,
    Content stderr,
    FailureScope escalation,
    @Nullable String reason,
    boolean cut) {

  /** Most bytes of diagnosis that a result carries; the store keeps all of it. */
  public static final int MAX_STDERR = 16 * 1024;

  /** The result of a step whose output no limit cut. */
  public StepResult(
      StepStatus status,
      Outcome outcome,
      Content stdout,
      Content stderr,
      FailureScope escalation,
      @Nullable String reason) {
    this(status, outcome, stdout, stderr, escalation, reason, false);
  }

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
      case REUSED -> "reused from the run that this one runs again";
      case CACHED -> "cached from an equal call";
    };
  }

  static StepResult done(Content stdout) {
    return plain(StepStatus.DONE, Outcome.exited(0), stdout, null);
  }

  static StepResult skipped(Content stdin, String reason) {
    return plain(StepStatus.SKIPPED, Outcome.exited(0), stdin, reason);
  }

  static StepResult cancelled(String reason) {
    return plain(
        StepStatus.CANCELLED, Outcome.of(Outcome.Kind.CANCELLED, reason), Content.EMPTY, reason);
  }

  static StepResult timedOut(long millis) {
    String reason = "the node's budget of %d ms is spent".formatted(millis);
    return plain(
        StepStatus.TIMEOUT, Outcome.of(Outcome.Kind.TIMED_OUT, reason), Content.EMPTY, reason);
  }

  /** The result of a run that the engine itself could not carry on. */
  public static StepResult broken(String reason) {
    return plain(
        StepStatus.FAILED,
        Outcome.trapped("the engine failed: " + reason),
        Content.EMPTY,
        "the engine failed: " + reason);
  }

  private static StepResult plain(
      StepStatus status, Outcome outcome, Content stdout, @Nullable String reason) {
    return new StepResult(status, outcome, stdout, Content.EMPTY, FailureScope.CONTINUE, reason);
  }

  public boolean isFailure() {
    return status.isFailure();
  }

  /** The exit code as recipes and the command line see it. */
  public int exitCode() {
    return outcome.exitCode();
  }

  /** This failure as that of the group around it; a stopped step fails its group, too. */
  StepResult failingGroup(FailureScope reach) {
    StepStatus group = status == StepStatus.TIMEOUT ? StepStatus.TIMEOUT : StepStatus.FAILED;
    return new StepResult(group, outcome, stdout, stderr, reach, reason, cut);
  }

  /** This failed recovery as the failure of the step that it was to recover. */
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
