package dev.escarole.engine.run;

import java.util.List;

/**
 * A machine that stands where its run had come to, and what has to be done for the run to go on.
 *
 * @param effects in this order: changes and joins that are not on record, timers with the time that
 *     remains, leaves that were under way, those of them that are to be stopped, and the end of the
 *     run if it had come to it
 */
public record RestoredRun(RunMachine machine, List<Effect> effects) {

  public RestoredRun {
    effects = List.copyOf(effects);
  }

  /** How many leaves have to run again because their end is not on record. */
  public int leavesAgain() {
    return (int) effects.stream().filter(Effect.StartLeaf.class::isInstance).count();
  }
}
