package dev.escarole.engine.folder;

import java.time.Instant;
import java.util.List;

/**
 * What a folder holds at one moment. Immutable.
 *
 * @param entries in the order of their paths
 * @param warnings what keeps the folder from being seen in full, one sentence each; empty if
 *     nothing does
 * @param lookedAt when it was looked at last
 * @param version grows by one whenever entries or warnings change
 */
public record FolderState(
    List<FolderEntry> entries, List<String> warnings, Instant lookedAt, long version) {

  public FolderState {
    entries = List.copyOf(entries);
    warnings = List.copyOf(warnings);
  }
}
