package dev.escarole.engine.run;

import dev.escarole.engine.plan.Step;
import java.util.Random;

/**
 * Draws the waits between attempts, each uniformly from nothing to the longest one that the step
 * allows. What is drawn follows from the run, the step and the attempt alone: so nobody has to keep
 * it, and whoever takes the run up again comes to the same wait. Immutable.
 */
final class RetryWait {

  private final long seed;

  RetryWait(RunId run) {
    this.seed = run.toString().hashCode();
  }

  /**
   * The wait before the next attempt of a step, in milliseconds.
   *
   * @param failed failed attempts since the step began, at least 1
   * @param tries attempts of the step in the whole run
   */
  long millis(Step step, int failed, int tries) {
    if (!step.controls().retries().waits()) {
      return 0;
    }
    long most = step.controls().retries().longestWait(failed);
    long place = mixed(mixed(seed) + step.index()) + tries;
    // Java lays down what this class draws from a seed, on every version of it.
    return (long) (new Random(mixed(place)).nextDouble() * (most + 1));
  }

  /**
   * Spreads neighbouring numbers, which would draw neighbouring waits (MurmurHash3's last step).
   */
  private static long mixed(long number) {
    long z = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
    z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return z ^ (z >>> 33);
  }
}
