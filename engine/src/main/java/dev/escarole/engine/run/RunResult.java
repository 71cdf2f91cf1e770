package dev.escarole.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Plan;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a finished run, whether it is done, degraded, failed or cancelled. {@link #orThrow}
 * throws unless the author of the recipe accepts it. Immutable.
 *
 * <pre>{@code
 * import dev.escarole.engine.RunRequest;
 * import dev.escarole.engine.run.CauseTally;
 * import dev.escarole.engine.run.RunResult;
 *
 * RunResult result = engine.run(RunRequest.of(recipe).build());
 * if (result.accepted()) {
 *   System.out.println(result.json().path("lettuces").asInt());
 * } else {
 *   for (CauseTally cause : result.causes()) {
 *     System.out.println(cause.failures() + " times: " + cause.line());
 *   }
 * }
 * }</pre>
 *
 * @param acceptance whether the author accepts the result, and what was lost
 * @param stdout the result text: the root's output
 * @param selected the selected output; its value is null if it is the result text
 * @param joins joins in plan order
 * @param failures failed leaves, and groups that failed by themselves, in plan order, with
 *     cancelled ones last
 * @param steps all steps in plan order, without unused recoveries
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

  /**
   * Why steps failed, the most frequent cause first. Steps that were only cancelled have no cause
   * of their own.
   */
  public List<CauseTally> causes() {
    return CauseTally.of(
        failures.stream()
            .filter(each -> each.outcome().kind() != Outcome.Kind.CANCELLED)
            .map(Failure::withCause)
            .toList());
  }

  /**
   * This result, if the author accepts it.
   *
   * @throws RunFailedException if the run failed, was cancelled or expired, or is degraded without
   *     consent to every loss
   */
  public RunResult orThrow() {
    if (!accepted()) {
      throw new RunFailedException(this);
    }
    return this;
  }

  /**
   * The selected output as JSON.
   *
   * @throws RunFailedException as {@link #orThrow}
   * @throws OutputFormatException if it is not one JSON value
   */
  public JsonNode json() {
    return OutputJson.read(this);
  }

  /**
   * The selected output as a value, read by Jackson with the modules that it finds. Fields that the
   * type does not have are left out.
   *
   * @throws RunFailedException as {@link #orThrow}
   * @throws OutputFormatException if it is not JSON for this type, or is {@code null}
   */
  public <T> T as(Class<T> type) {
    return OutputJson.read(this, type);
  }

  /** The selected output with its value, which may be large and is created on each call. */
  public Plan.Output output() {
    return selected.value() == null
        ? new Plan.Output(selected.selector(), stdout.text())
        : selected;
  }

  /** Start and duration. */
  public record Span(Instant startedAt, long durationMillis) {}

  /** A failure that ended the run or from which it continued. */
  public record Failure(
      String path, @Nullable String label, List<String> argv, Outcome outcome, String stderr) {

    CauseTally.Failed withCause() {
      String line = FailureCause.line(outcome, stderr);
      return new CauseTally.Failed(FailureCause.of(outcome, line, argv), path, label, argv, line);
    }
  }

  /**
   * How a step ended.
   *
   * @param argv empty for a group
   * @param reason why it was skipped or stopped, or null
   * @param span null if the step never started
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
   * @param attempt number of the attempt in the whole run, from 1
   * @param usage consumed resources and their limits
   * @param origin where the result comes from
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

    /** Consumed fuel; 0 if nothing ran. */
    public long fuelUsed() {
      return usage.fuel();
    }
  }
}
