package dev.escarole.engine.command;

import java.nio.file.Path;

/**
 * A directory that comes with a program, such as the standard library of a language: every call of
 * the program sees it, read-only. Immutable.
 *
 * @param sha256 {@linkplain DirectoryHash hash} of its content, in hex
 * @param guest the path under which the program sees it, as in a {@link DirectoryGrant}
 */
public record ProgramTree(String sha256, String guest) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the hash is not one, or the path is not absolute
   */
  public ProgramTree {
    if (!ArtifactId.isValid(sha256)) {
      throw new IllegalArgumentException(
          "the hash of a directory must have 64 hexadecimal digits, was '" + sha256 + "'");
    }
    guest = new DirectoryGrant(Path.of("/"), guest, DirectoryGrant.Mode.READ_ONLY).guest();
  }
}
