package dev.escarole.engine.store;

import dev.escarole.engine.store.journal.StoredSignal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The stored history of a run, each list in order. Immutable.
 *
 * @param joins the number of stored joins, by the path of their parallel node
 */
public record StoredHistory(
    List<StoredTransition> transitions,
    List<StoredAttempt> attempts,
    List<StoredSignal> signals,
    Map<String, Integer> joins) {

  public StoredHistory {
    transitions = List.copyOf(transitions);
    attempts = List.copyOf(attempts);
    signals = List.copyOf(signals);
    joins = Map.copyOf(joins);
  }

  /**
   * A resumption of a run after its engine had stopped. Immutable.
   *
   * @param number its number, from 1
   * @param attemptsKept ended attempts that were stored and did not run again
   * @param leavesAgain leaves that had to run again because their end was not stored
   */
  public record StoredResume(int number, Instant at, int attemptsKept, int leavesAgain) {}
}
