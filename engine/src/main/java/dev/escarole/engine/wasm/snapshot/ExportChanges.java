package dev.escarole.engine.wasm.snapshot;

import java.util.Map;
import java.util.Set;

/**
 * The exports that a snapshot has instead of its module's.
 *
 * @param removed names that it does not have
 * @param renamed new names by the old ones; an export that has a new name already is removed
 */
public record ExportChanges(Set<String> removed, Map<String, String> renamed) {

  /** Copies both. */
  public ExportChanges {
    removed = Set.copyOf(removed);
    renamed = Map.copyOf(renamed);
  }
}
