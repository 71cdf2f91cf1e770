package dev.escarole.engine.command;

import java.util.List;
import java.util.Optional;

/**
 * What came of hashing one artifact. Immutable.
 *
 * @param artifact the artifact
 * @param names the commands that it is the program of, sorted; none if no name means it any more
 * @param problem what is wrong with its bytes; empty if they are the ones that the hash promises
 */
public record ArtifactCheck(ArtifactId artifact, List<String> names, Optional<String> problem) {

  /** Copies the names. */
  public ArtifactCheck {
    names = List.copyOf(names);
  }
}
