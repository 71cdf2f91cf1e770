package dev.escarole.engine.command;

import java.nio.file.Path;

/** What programs come with beyond their bytes. Thread-safe. */
public interface Equipment {

  /** Programs that need nothing beyond the default limits. */
  Equipment NONE =
      new Equipment() {
        @Override
        public Needs needs(ArtifactId artifact) {
          return Needs.NONE;
        }

        @Override
        public Path directory(ProgramTree tree) throws ArtifactIntegrityException {
          throw new ArtifactIntegrityException("the directory " + tree.guest() + " is missing");
        }
      };

  /** Returns what a program needs. */
  Needs needs(ArtifactId artifact);

  /**
   * Returns where a directory of a program is on this machine.
   *
   * @throws ArtifactIntegrityException if it is missing or damaged
   */
  Path directory(ProgramTree tree) throws ArtifactIntegrityException;
}
