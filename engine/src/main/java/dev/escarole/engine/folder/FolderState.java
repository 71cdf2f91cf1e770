package dev.escarole.engine.folder;

import java.time.Instant;
import java.util.List;

/**
 * Content of a folder at one moment. Immutable.
 *
 * @param entries ordered by path
 * @param warnings why the folder could not be read completely, one sentence each
 * @param lookedAt time of the last scan
 * @param version incremented whenever entries or warnings change
 */
public record FolderState(
    List<FolderEntry> entries, List<String> warnings, Instant lookedAt, long version) {

  public FolderState {
    entries = List.copyOf(entries);
    warnings = List.copyOf(warnings);
  }
}
