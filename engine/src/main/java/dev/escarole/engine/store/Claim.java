package dev.escarole.engine.store;

import java.util.function.LongFunction;
import java.util.function.Supplier;

/** What came of asking for a run. */
public sealed interface Claim {

  /** Gives what fits the answer. */
  <T> T fold(LongFunction<T> onWon, Supplier<T> onLost);

  /**
   * The run is this store's, and nobody else can write to it.
   *
   * @param epoch how often it was claimed by now
   */
  record Won(long epoch) implements Claim {
    @Override
    public <T> T fold(LongFunction<T> onWon, Supplier<T> onLost) {
      return onWon.apply(epoch);
    }
  }

  /** Somebody else was faster, or the run has ended or is not there. */
  record Lost() implements Claim {
    @Override
    public <T> T fold(LongFunction<T> onWon, Supplier<T> onLost) {
      return onLost.get();
    }
  }
}
