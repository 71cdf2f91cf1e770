package dev.escarole.engine.command;

/**
 * Where the bytes of artifacts come from. A store hands out bytes under the hash they are meant to
 * have; {@link #verified} is the only way to read it that also checks them.
 *
 * <p>Implementations are safe for use by many threads at once.
 */
@FunctionalInterface
public interface ArtifactStore {

  /**
   * Reads an artifact without checking it.
   *
   * @return bytes that belong to the caller, which may change them
   * @throws ArtifactIntegrityException if there is no such artifact or it cannot be read
   */
  byte[] read(ArtifactId id) throws ArtifactIntegrityException;

  /**
   * Reads an artifact and makes sure that its bytes are the ones that the id names.
   *
   * @return bytes that belong to the caller and hash to the id
   * @throws ArtifactIntegrityException if the bytes are missing, unreadable or not the ones named
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
   * Makes sure, before every run of an artifact that was verified before, that it is still the one
   * that the id names. A store whose bytes cannot change while the program runs need not look.
   *
   * @throws ArtifactIntegrityException if the bytes are missing, unreadable or not the ones named
   */
  default void check(ArtifactId id) throws ArtifactIntegrityException {}
}
