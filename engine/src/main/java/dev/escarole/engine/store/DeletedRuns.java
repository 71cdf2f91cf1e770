package dev.escarole.engine.store;

import java.util.List;

/**
 * What a deletion came to. Immutable.
 *
 * @param runs those that are gone, in the order in which they were asked for
 * @param outputBytes of outputs and inputs that were stored for them alone, as kept: once each
 */
public record DeletedRuns(List<KeptRun> runs, long outputBytes) {

  public DeletedRuns {
    runs = List.copyOf(runs);
  }
}
