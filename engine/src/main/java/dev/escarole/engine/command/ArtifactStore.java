package dev.escarole.engine.command;

/**
 * Source of artifact bytes, looked up by their expected hash. Only {@link #verified} also checks
 * the hash.
 *
 * <p>Implementations are safe for use by many threads at once.
 */
@FunctionalInterface
public interface ArtifactStore {

  /**
   * Reads an artifact without checking it.
   *
   * @return a copy that the caller may change
   * @throws ArtifactIntegrityException if there is no such artifact or it cannot be read
   */
  byte[] read(ArtifactId id) throws ArtifactIntegrityException;

  /**
   * Reads an artifact and checks that its bytes match the id.
   *
   * @return a copy that matches the id
   * @throws ArtifactIntegrityException if the bytes are missing, unreadable or do not match the id
   */
  default byte[] verified(ArtifactId id) throws ArtifactIntegrityException {
    byte[] bytes = read(id);
    ArtifactId actual = ArtifactId.of(bytes);
    if (!actual.equals(id)) {
      throw new ArtifactIntegrityException(
          "artifact " + id + " is damaged: its bytes hash to " + actual);
    }
    return bytes;
  }

  /**
   * Checks before each run that an artifact verified earlier still matches its id. A store whose
   * bytes cannot change while the process runs does nothing.
   *
   * @throws ArtifactIntegrityException if the bytes are missing, unreadable or do not match the id
   */
  default void check(ArtifactId id) throws ArtifactIntegrityException {}

  /**
   * Whether the artifact is part of Escarole and so cannot differ from the one it was built with.
   */
  default boolean holdsBuiltIn(ArtifactId id) {
    return false;
  }
}
