package dev.escarole.engine.run;

/**
 * Numbers of leaves and branches of a run by state, without recoveries. Immutable.
 *
 * @param leaves leaves of the plan, including skipped ones
 * @param branches children of parallel nodes; a leaf is also counted as a leaf
 */
public record RunCounts(Tally leaves, Tally branches) {

  /**
   * Numbers by state.
   *
   * @param failed failed or timed out
   * @param running started and not ended
   * @param pending not started; after the run, all that did not end
   */
  public record Tally(int done, int failed, int skipped, int cancelled, int running, int pending) {

    /** The sum. */
    public int total() {
      return done + failed + skipped + cancelled + running + pending;
    }

    /** The same after the run, when nothing is running. */
    public Tally atEnd() {
      return new Tally(done, failed, skipped, cancelled, 0, pending + running);
    }
  }

  /** The same after the run. */
  public RunCounts atEnd() {
    return new RunCounts(leaves.atEnd(), branches.atEnd());
  }
}
