package dev.escarole.engine.run;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What is on record of a run that is not over: a beginning of all that happened in it.
 *
 * @param stdin what the first step read
 * @param news what the machine was told, in that order; may be read while it is iterated over, and
 *     is iterated over once
 * @param changes by step index, the states that the step passed to, without {@link
 *     StepState#RUNNING} of leaves, which workers tell whenever they take them up
 * @param joins by path of the parallel node, how many joins of it are on record
 */
public record RunHistory(
    Content stdin,
    Iterable<News> news,
    Map<Integer, List<Change>> changes,
    Map<String, Integer> joins) {

  public RunHistory {
    changes = Map.copyOf(changes);
    joins = Map.copyOf(joins);
  }

  /** A run of which nothing is on record but that it was to run. */
  public static RunHistory empty(Content stdin) {
    return new RunHistory(stdin, List.of(), Map.of(), Map.of());
  }

  /** A step passed to a state. */
  public record Change(StepState state, Instant at) {}
}
