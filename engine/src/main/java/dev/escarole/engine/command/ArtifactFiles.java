package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Artifacts in files that are named by their hash. A file is never changed or removed once written.
 * The file's attributes are checked before every run. It is hashed again if they differ from the
 * last time, if it was last hashed so soon after a change that a second change could have the same
 * timestamp, or if the last hash is older than {@link #TRUST}.
 *
 * <p>Thread-safe; only one may {@link #store} at a time.
 */
final class ArtifactFiles implements ArtifactStore {

  static final String ENDING = ".wasm";

  static final int MOST_BYTES = 256 * 1024 * 1024;

  /** How long matching attributes are trusted. */
  static final Duration TRUST = Duration.ofSeconds(10);

  private final Path directory;
  private final InstantSource clock;
  private final Map<ArtifactId, Hashed> hashed = new ConcurrentHashMap<>();

  ArtifactFiles(Path directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** A file's attributes when its bytes were last verified, and the time. */
  record Hashed(FileStamp stamp, Instant at) {

    boolean covers(@Nullable FileStamp now, Instant time) {
      return stamp.equals(now)
          && stamp.isSettledAt(at)
          && !time.isBefore(at)
          && time.isBefore(at.plus(TRUST));
    }
  }

  /** Stores an artifact unless an intact copy exists. */
  ArtifactId store(byte[] bytes) throws IOException {
    ArtifactId id = ArtifactId.of(bytes);
    try {
      verified(id);
    } catch (ArtifactIntegrityException e) {
      PrivateFiles.write(file(id), bytes);
    }
    return id;
  }

  List<ArtifactId> all() throws IOException {
    List<ArtifactId> all = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + ENDING)) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          String stem = name.substring(0, name.length() - ENDING.length());
          if (ArtifactId.isValid(stem)) {
            all.add(new ArtifactId(stem));
          }
        }
      }
    }
    return all;
  }

  @Override
  public byte[] read(ArtifactId id) throws ArtifactIntegrityException {
    try {
      return PrivateFiles.read(file(id), MOST_BYTES);
    } catch (IOException e) {
      throw unreadable(id, e);
    }
  }

  @Override
  public byte[] verified(ArtifactId id) throws ArtifactIntegrityException {
    FileStamp before = stamp(id);
    Instant at = clock.instant();
    byte[] bytes = read(id);
    ArtifactId actual = ArtifactId.of(bytes);
    if (!actual.equals(id)) {
      hashed.remove(id);
      throw new ArtifactIntegrityException(
          "artifact " + shown(id) + " is damaged: its bytes hash to " + actual);
    }
    if (before != null && Objects.equals(before, stamp(id))) {
      hashed.put(id, new Hashed(before, at));
    }
    return bytes;
  }

  @Override
  public void check(ArtifactId id) throws ArtifactIntegrityException {
    Hashed last = hashed.get(id);
    if (last == null || !last.covers(stamp(id), clock.instant())) {
      verified(id);
    }
  }

  private @Nullable FileStamp stamp(ArtifactId id) throws ArtifactIntegrityException {
    try {
      return FileStamp.of(file(id));
    } catch (IOException e) {
      throw unreadable(id, e);
    }
  }

  private Path file(ArtifactId id) {
    return directory.resolve(id.sha256() + ENDING);
  }

  private static String shown(ArtifactId id) {
    return OwnCommands.DIRECTORY + "/" + id.sha256() + ENDING;
  }

  private static ArtifactIntegrityException unreadable(ArtifactId id, IOException why) {
    String message = String.valueOf(why.getMessage());
    String reason = message.startsWith("path_not_confined") ? message : "it cannot be read";
    if (why instanceof NoSuchFileException) {
      reason = "it is missing";
    }
    return new ArtifactIntegrityException("artifact " + shown(id) + ": " + reason, why);
  }
}
