package dev.escarole.web.app;

/** A reply that says which version of something it shows: as long as that is the same, so is it. */
public interface Versioned {

  /** Names the version, in letters, digits and hyphens. */
  String version();
}
