package dev.escarole.engine.command;

import java.util.List;
import java.util.Optional;

/**
 * Result of verifying one artifact. Immutable.
 *
 * @param names the commands that run it, sorted; empty if no name refers to it any more
 * @param problem what is wrong with its bytes; empty if they match the hash
 */
public record ArtifactCheck(ArtifactId artifact, List<String> names, Optional<String> problem) {

  /** Copies the names. */
  public ArtifactCheck {
    names = List.copyOf(names);
  }
}
