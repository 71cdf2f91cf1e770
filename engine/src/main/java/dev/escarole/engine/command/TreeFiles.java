package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The directories that come with programs, each in {@code commands/trees} of a data directory under
 * the hash of its content. A directory is never changed once it is there. Its whole content is
 * hashed at its first use in a process and again if the last hash is older than {@link #TRUST}.
 *
 * <p>Thread-safe, also between processes.
 */
public final class TreeFiles {

  /** How long a hash is trusted. */
  static final Duration TRUST = Duration.ofMinutes(1);

  private static final String DIRECTORY = "trees";

  private final Path directory;
  private final InstantSource clock;
  private final Map<String, Instant> hashed = new ConcurrentHashMap<>();

  private TreeFiles(Path directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** Opens the directories of a data directory, which need not exist. */
  public static TreeFiles open(Path data, InstantSource clock) {
    return new TreeFiles(in(data.resolve(OwnCommands.DIRECTORY)), clock);
  }

  /** Returns the place of all directories in a directory of commands, such as a mirror. */
  public static Path in(Path commands) {
    return commands.toAbsolutePath().normalize().resolve(DIRECTORY);
  }

  /** Puts files into an empty directory. */
  @FunctionalInterface
  public interface Filler {
    /**
     * Fills the directory.
     *
     * @throws IOException if that fails; the directory is then removed
     */
    void fill(Path empty) throws IOException;
  }

  /**
   * Returns a directory.
   *
   * @throws ArtifactIntegrityException if it is missing or its content differs from its hash
   */
  public Path verified(String sha256) throws ArtifactIntegrityException {
    Path tree = directory.resolve(sha256);
    if (!Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
      hashed.remove(sha256);
      throw new ArtifactIntegrityException("the directory " + shown(sha256) + " is missing");
    }
    Instant now = clock.instant();
    if (!isTrusted(hashed.get(sha256), now)) {
      // Of several that need it at once, one hashes it.
      synchronized (hashed) {
        if (!isTrusted(hashed.get(sha256), now)) {
          mustHash(tree, sha256);
          hashed.put(sha256, now);
        }
      }
    }
    return tree;
  }

  private static boolean isTrusted(@Nullable Instant at, Instant now) {
    return at != null && !now.isBefore(at) && now.isBefore(at.plus(TRUST));
  }

  private void mustHash(Path tree, String sha256) throws ArtifactIntegrityException {
    String actual;
    try {
      actual = DirectoryHash.of(tree);
    } catch (IOException e) {
      throw new ArtifactIntegrityException(
          "the directory " + shown(sha256) + " cannot be read: " + e.getMessage(), e);
    }
    if (!actual.equals(sha256)) {
      hashed.remove(sha256);
      throw new ArtifactIntegrityException(
          "the directory " + shown(sha256) + " is damaged: its content hashes to " + actual);
    }
  }

  private static String shown(String sha256) {
    return OwnCommands.DIRECTORY + "/" + DIRECTORY + "/" + sha256;
  }

  /**
   * Keeps a directory, unless an intact one is there. It appears whole or not at all.
   *
   * @throws IOException if it cannot be written
   * @throws ArtifactIntegrityException if the filler's files have another hash; nothing is kept
   */
  public void keep(String sha256, Filler filler) throws IOException, ArtifactIntegrityException {
    try {
      Path unused = verified(sha256);
      return;
    } catch (ArtifactIntegrityException e) {
      // It is made anew.
    }
    PrivateFiles.createDirectories(directory);
    Path made = Files.createTempDirectory(directory, ".");
    try {
      filler.fill(made);
      mustHash(made, sha256);
      replace(sha256, made);
    } finally {
      DirectoryRemoval.remove(made);
    }
  }

  private void replace(String sha256, Path made) throws IOException, ArtifactIntegrityException {
    Path tree = directory.resolve(sha256);
    if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      Path aside = Files.createTempDirectory(directory, ".");
      Files.move(tree, aside, StandardCopyOption.ATOMIC_MOVE);
      DirectoryRemoval.remove(aside);
    }
    try {
      Files.move(made, tree, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // Another process was faster.
      Path unused = verified(sha256);
    }
  }
}
