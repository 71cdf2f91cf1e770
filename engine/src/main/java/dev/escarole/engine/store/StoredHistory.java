package dev.escarole.engine.store;

import dev.escarole.engine.store.journal.StoredSignal;
import java.util.List;
import java.util.Map;

/**
 * All that is on record of a run, each list in the order in which it happened. Immutable.
 *
 * @param joins how many joins are on record, by the path of their parallel node
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
}
