package dev.escarole.engine.files;

import dev.escarole.engine.run.RunId;
import java.nio.file.Path;

/** Where runs have their files on this machine. Thread-safe. */
public interface RunDirectories {

  /** The workspace of a run, whether it exists or not. */
  Path directory(RunId run);

  /** A file or directory of a run that is not in its workspace, so that no guest reaches it. */
  Path beside(RunId run, String name);

  /** Whether a run has a workspace here. */
  boolean exists(RunId run);
}
