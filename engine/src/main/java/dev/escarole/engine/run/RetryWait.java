package dev.escarole.engine.run;

import dev.escarole.engine.plan.Step;
import java.util.Random;

/**
 * Random waits between attempts, uniform from zero to the maximum. The waits are determined by run,
 * step and attempt, so they need not be stored, and a resumed run has the same waits. Immutable.
 */
final class RetryWait {

  private final long seed;

  RetryWait(RunId run) {
    this.seed = run.toString().hashCode();
  }

  /**
   * The wait before the next attempt of a step, in milliseconds.
   *
   * @param failed failed attempts since the step started, at least 1
   * @param tries attempts of the step in the whole run
   */
  long millis(Step step, int failed, int tries) {
    if (!step.controls().retries().waits()) {
      return 0;
    }
    long most = step.controls().retries().longestWait(failed);
    long place = mixed(mixed(seed) + step.index()) + tries;
    // The algorithm of java.util.Random is specified, so all Java versions give the same value.
    return (long) (new Random(mixed(place)).nextDouble() * (most + 1));
  }

  /** Mixes similar seeds, which would give similar waits (MurmurHash3 finalizer). */
  private static long mixed(long number) {
    long z = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
    z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return z ^ (z >>> 33);
  }
}
