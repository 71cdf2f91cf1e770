package dev.escarole.engine.folder;

/**
 * An entry came, changed or went. Immutable.
 *
 * @param entry as it is now; when it went, as it was
 */
public record FolderChange(Kind kind, FolderEntry entry) {

  /** What happened. */
  public enum Kind {
    ADDED,
    CHANGED,
    REMOVED
  }
}
