package dev.escarole.engine.folder;

import java.util.Locale;

/** What a file of the folder is. */
public enum DefinitionKind {
  RECIPE,
  /** A Command Handle. */
  HANDLE,
  /** The file cannot be read well enough to tell. */
  UNKNOWN;

  /** The kind in lower case, as printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
