package dev.escarole.engine.store;

import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Result of claiming a run. */
public sealed interface Claim {

  /** Applies the function that matches the result. */
  <T> T fold(LongFunction<T> onWon, Supplier<T> onLost);

  /**
   * This store owns the run, and no other store can write to it.
   *
   * @param epoch how many times it has been claimed
   */
  record Won(long epoch) implements Claim {
    @Override
    public <T> T fold(LongFunction<T> onWon, Supplier<T> onLost) {
      return onWon.apply(epoch);
    }
  }

  /** Another store claimed it first, or the run has ended or does not exist. */
  record Lost() implements Claim {
    @Override
    public <T> T fold(LongFunction<T> onWon, Supplier<T> onLost) {
      return onLost.get();
    }
  }
}
