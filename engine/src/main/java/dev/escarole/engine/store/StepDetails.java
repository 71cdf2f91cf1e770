package dev.escarole.engine.store;

import java.util.List;

/**
 * The stored history of one step. Immutable.
 *
 * @param transitions its state transitions, in order
 * @param attempts its ended attempts, in the order of their ends; their outputs are read with
 *     {@link RunRecords#contentParts} or {@link RunRecords#contentPart}
 */
public record StepDetails(
    StoredStep step, List<StoredTransition> transitions, List<StoredAttempt> attempts) {

  public StepDetails {
    transitions = List.copyOf(transitions);
    attempts = List.copyOf(attempts);
  }
}
