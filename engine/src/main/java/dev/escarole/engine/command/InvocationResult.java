package dev.escarole.engine.command;

/**
 * What came of an invocation. Immutable.
 *
 * @param outcome how it ended
 * @param stdout what was written to standard output, also when the guest was stopped
 * @param stderr what was written to standard error; after a refusal, one line that says why
 * @param wallNanos how long the guest ran, in nanoseconds; 0 when nothing ran
 * @param peakMemoryBytes the largest size of the guest's linear memory; 0 when nothing ran
 */
public record InvocationResult(
    Outcome outcome, Output stdout, Output stderr, long wallNanos, long peakMemoryBytes) {

  /** Returns the result of an invocation that never started. */
  public static InvocationResult notStarted(Outcome outcome, String stderr) {
    return new InvocationResult(outcome, Output.empty(), Output.of(stderr), 0, 0);
  }
}
