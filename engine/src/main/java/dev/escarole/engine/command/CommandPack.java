package dev.escarole.engine.command;

import java.io.IOException;
import java.util.Map;

/**
 * Commands that another jar on the class path adds to the built-in ones. {@link BuiltInCommands}
 * finds implementations with {@link java.util.ServiceLoader}.
 *
 * <p>The classes compiled from its programs at build time are looked up through the class loader of
 * the implementation, in a package {@code prebuilt} below its own.
 *
 * <p>Implementations are safe for use by many threads at once.
 */
public interface CommandPack {

  /** Returns the artifact of each command by the command's name; always the same. */
  Map<String, ArtifactId> commands();

  /**
   * Reads one of the artifacts.
   *
   * @return a copy that the caller may change
   * @throws IOException if the artifact is not of this pack or cannot be read
   */
  byte[] read(ArtifactId id) throws IOException;
}
