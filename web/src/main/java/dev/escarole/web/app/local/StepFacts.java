package dev.escarole.web.app.local;

import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.StepState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a run, ended or not.
 *
 * @param ending null while the step has not ended
 * @param reason why it was skipped or stopped, or null
 */
public record StepFacts(
    Node node, StepState state, @Nullable Ending ending, @Nullable String reason, Times times) {

  /**
   * The place of a step and its command.
   *
   * @param kind {@code leaf}, {@code sequence} or {@code parallel}
   * @param argv empty for a group and for a leaf that the plan skips
   */
  public record Node(String path, String kind, @Nullable String label, List<String> argv) {
    public Node {
      argv = List.copyOf(argv);
    }
  }

  /**
   * When a step ran.
   *
   * @param startedAt null if it never began
   * @param durationMillis null if it has not ended; 0 if it ended without having begun
   */
  public record Times(@Nullable Instant startedAt, @Nullable Long durationMillis) {
    /** Of a step that ended without having begun. */
    public static final Times NEVER_BEGAN = new Times(null, 0L);
  }

  static StepFacts of(RunResult.StepReport step) {
    RunResult.Span span = step.span();
    return new StepFacts(
        new Node(step.path(), step.kind(), step.label(), step.argv()),
        StepState.valueOf(step.status().name()),
        Ending.of(step.outcome()),
        step.reason(),
        span == null ? Times.NEVER_BEGAN : new Times(span.startedAt(), span.durationMillis()));
  }
}
