package dev.escarole.engine.store;

import java.util.List;

/**
 * All that is on record of one step of a run. Immutable.
 *
 * @param transitions its passages from state to state, in order
 * @param attempts its attempts that have ended, in the order of their ends; the bytes that they
 *     refer to are read with {@link RunStore#content} or {@link RunReports#contentPart}
 */
public record StepDetails(
    StoredStep step, List<StoredTransition> transitions, List<StoredAttempt> attempts) {

  public StepDetails {
    transitions = List.copyOf(transitions);
    attempts = List.copyOf(attempts);
  }
}
