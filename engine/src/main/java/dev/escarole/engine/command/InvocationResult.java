package dev.escarole.engine.command;

/**
 * Result of an invocation. Immutable.
 *
 * @param stdout standard output, also of a guest that was stopped
 * @param stderr standard error; after a refusal, one line with the reason
 * @param wallNanos how long the guest ran, in nanoseconds; 0 when nothing ran
 * @param peakMemoryBytes the largest size of the guest's linear memory; 0 when nothing ran
 * @param fuelUsed the fuel used, in the units of {@link Limits}; 0 when nothing ran. Exact for a
 *     guest that exits or runs out of fuel; otherwise the last instructions before the stop may be
 *     missing
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

  /** A successful result taken from the cache. */
  public static InvocationResult cached(Output stdout, Output stderr) {
    return new InvocationResult(Outcome.exited(0), stdout, stderr, 0, 0, 0, Purity.CACHED);
  }

  /** Returns the result of an invocation that never started. */
  public static InvocationResult notStarted(Outcome outcome, String stderr) {
    return new InvocationResult(outcome, Output.empty(), Output.of(stderr), 0, 0, 0);
  }

  /** What the result of an invocation depends on, as observed. */
  public enum Purity {
    /** Possibly on more than program and invocation: files, time, randomness, other commands. */
    IMPURE,
    /**
     * Only on the program and the invocation: name, arguments, environment, standard input, limits,
     * and the guest paths of granted directories.
     */
    HERMETIC,
    /** As {@link #HERMETIC}; the result was taken from the cache and nothing ran. */
    CACHED
  }
}
