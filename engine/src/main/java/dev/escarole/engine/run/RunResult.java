package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Plan;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a finished run reports. Immutable.
 *
 * @param acceptance whether the author agreed to how it ended, and what was lost
 * @param stdout the result text: what the root handed on
 * @param selected the selected result; its value is null if it is the result text
 * @param joins joins in plan order
 * @param failures failed leaves, and groups that failed by themselves, in plan order; those that
 *     were only stopped come last
 * @param steps all steps in plan order, without recoveries that were not needed
 * @param attempts every attempt of a leaf in order of start
 */
public record RunResult(
    RunId run,
    String recipe,
    String planHash,
    RunStatus status,
    Acceptance acceptance,
    Content stdout,
    Plan.Output selected,
    Span span,
    List<Join> joins,
    List<Failure> failures,
    List<StepReport> steps,
    List<AttemptReport> attempts) {

  public RunResult {
    joins = List.copyOf(joins);
    failures = List.copyOf(failures);
    steps = List.copyOf(steps);
    attempts = List.copyOf(attempts);
  }

  /** Whether the run is done, or degraded with the author's consent to every loss. */
  public boolean accepted() {
    return acceptance.accepted();
  }

  /** The selected result with its value. That may be large, so it is read anew on each call. */
  public Plan.Output output() {
    return selected.value() == null
        ? new Plan.Output(selected.selector(), stdout.text())
        : selected;
  }

  /** When something started and how long it took. */
  public record Span(Instant startedAt, long durationMillis) {}

  /** A failure that the run ended with or went on from. */
  public record Failure(
      String path, @Nullable String label, List<String> argv, Outcome outcome, String stderr) {}

  /**
   * How a step ended.
   *
   * @param argv empty for a group
   * @param reason why it was skipped or stopped, or null
   * @param span null if the step never began
   */
  public record StepReport(
      String path,
      String kind,
      @Nullable String label,
      List<String> argv,
      StepStatus status,
      Outcome outcome,
      @Nullable String reason,
      @Nullable Span span) {}

  /**
   * One attempt of a leaf.
   *
   * @param attempt which try of this leaf it was in the whole run, from 1
   * @param usage what the command used of what it might
   * @param origin whether the command ran for it
   */
  public record AttemptReport(
      String path,
      int attempt,
      List<String> argv,
      Outcome outcome,
      Span span,
      long stdinBytes,
      String stdinSha256,
      Usage usage,
      LeafOrigin origin) {

    /** What the command executed, in the units of the limits; 0 if nothing ran. */
    public long fuelUsed() {
      return usage.fuel();
    }
  }
}
