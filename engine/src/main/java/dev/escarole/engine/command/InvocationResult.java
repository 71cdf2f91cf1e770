package dev.escarole.engine.command;

/**
 * What came of an invocation. Immutable.
 *
 * @param outcome how it ended
 * @param stdout what was written to standard output, also when the guest was stopped
 * @param stderr what was written to standard error; after a refusal, one line that says why
 * @param wallNanos how long the guest ran, in nanoseconds; 0 when nothing ran
 * @param peakMemoryBytes the largest size of the guest's linear memory; 0 when nothing ran
 * @param fuelUsed what the guest executed, in the units of {@link Limits}; 0 when nothing ran.
 *     Exact for a guest that exits or runs out of fuel; what a guest did shortly before it was
 *     stopped otherwise may be missing
 * @param purity what it depends on
 */
public record InvocationResult(
    Outcome outcome,
    Output stdout,
    Output stderr,
    long wallNanos,
    long peakMemoryBytes,
    long fuelUsed,
    Purity purity) {

  /** A result that may depend on anything. */
  public InvocationResult(
      Outcome outcome,
      Output stdout,
      Output stderr,
      long wallNanos,
      long peakMemoryBytes,
      long fuelUsed) {
    this(outcome, stdout, stderr, wallNanos, peakMemoryBytes, fuelUsed, Purity.IMPURE);
  }

  /** The successful result of an invocation that did not have to run. */
  public static InvocationResult cached(Output stdout, Output stderr) {
    return new InvocationResult(Outcome.exited(0), stdout, stderr, 0, 0, 0, Purity.CACHED);
  }

  /** Returns the result of an invocation that never started. */
  public static InvocationResult notStarted(Outcome outcome, String stderr) {
    return new InvocationResult(outcome, Output.empty(), Output.of(stderr), 0, 0, 0);
  }
}
