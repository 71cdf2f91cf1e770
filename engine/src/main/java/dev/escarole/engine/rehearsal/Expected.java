package dev.escarole.engine.rehearsal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run must be like. Immutable; what is null or empty is not checked.
 *
 * @param error code of the error for which the run is not started; nothing else is checked then
 * @param status word of the run's status
 * @param accepted whether its author accepts the result
 * @param stdout the result text
 * @param output the selected output
 * @param commands the planned commands, in plan order
 * @param plan the plan as a tree, without its heading
 * @param steps by the names of steps
 * @param joins by the names of parallel nodes
 */
record Expected(
    @Nullable String error,
    @Nullable String status,
    @Nullable Boolean accepted,
    @Nullable TextRule stdout,
    @Nullable TextRule output,
    @Nullable List<String> commands,
    @Nullable String plan,
    Map<String, StepRule> steps,
    Map<String, JoinRule> joins) {

  /**
   * What a step must be like.
   *
   * @param status word of its status, or {@code not started}
   * @param attempts number of its attempts
   * @param stdin the input of its last attempt
   * @param stdout what it passes on
   */
  record StepRule(
      @Nullable String status,
      @Nullable Integer attempts,
      @Nullable TextRule stdin,
      @Nullable TextRule stdout) {}

  /** What a join must be like: by the names of its facts, which {@link JoinFacts} has. */
  record JoinRule(Map<String, Object> facts) {}
}
