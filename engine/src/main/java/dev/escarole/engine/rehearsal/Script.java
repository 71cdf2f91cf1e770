package dev.escarole.engine.rehearsal;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafResult;

/** What the leaves of a rehearsal do. */
@FunctionalInterface
interface Script {

  /**
   * Plays an attempt of a leaf.
   *
   * @param attempt number of the attempt in the whole run, from 1
   */
  Played play(LeafStep leaf, int attempt, Content stdin);

  /**
   * A played attempt.
   *
   * @param millis how long it takes on the rehearsal's clock
   */
  record Played(LeafResult result, long millis) {}
}
