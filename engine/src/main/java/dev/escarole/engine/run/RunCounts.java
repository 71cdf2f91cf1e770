package dev.escarole.engine.run;

/**
 * How many leaves of a run, and how many branches of its parallel nodes, have come how far.
 * Recoveries do not count. Immutable.
 *
 * @param leaves leaves of the plan, those that a condition rules out included
 * @param branches children of parallel nodes; one that is a leaf counts as a leaf too
 */
public record RunCounts(Tally leaves, Tally branches) {

  /**
   * How many have come how far.
   *
   * @param failed failed, or ran out of time
   * @param running begun and not ended
   * @param pending not begun; once the run is over, all that never ended
   */
  public record Tally(int done, int failed, int skipped, int cancelled, int running, int pending) {

    /** All of them. */
    public int total() {
      return done + failed + skipped + cancelled + running + pending;
    }

    /** The same when nothing runs any more. */
    public Tally atEnd() {
      return new Tally(done, failed, skipped, cancelled, 0, pending + running);
    }
  }

  /** The same when the run is over. */
  public RunCounts atEnd() {
    return new RunCounts(leaves.atEnd(), branches.atEnd());
  }
}
