package dev.escarole.engine.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code registry.json}. It is read again only when it may have changed, so checking is
 * cheap.
 *
 * <p>Confined to the holder of the lock of {@link OwnCommands}, except for {@link #isUnchanged} and
 * {@link #isConfined}.
 */
final class ManifestFile {

  private static final byte[] ABSENT = {};

  private final Path directory;
  private final InstantSource clock;
  private volatile @Nullable Seen seen;

  /** The file's attributes at a time; the stamp is null if there was no file. */
  private record Seen(@Nullable FileStamp stamp, Instant at) {}

  private byte[] bytes = ABSENT;

  ManifestFile(Path directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** Returns whether the directory is absent or a real directory, not a link. */
  boolean isConfined() {
    // A single call: another writer may create it between two calls.
    try {
      return Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isDirectory();
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns whether the file's attributes are those of the last read. Thread-safe. */
  boolean isUnchanged() {
    Seen last = seen;
    if (last == null) {
      return false;
    }
    FileStamp stamp;
    try {
      stamp = FileStamp.of(file());
    } catch (IOException e) {
      return false;
    }
    boolean settled = stamp == null || stamp.isSettledAt(last.at());
    return settled && Objects.equals(stamp, last.stamp());
  }

  Optional<Manifest> readIfChanged() {
    Instant at = clock.instant();
    FileStamp stamp = null;
    byte[] now;
    try {
      if (!isConfined()) {
        throw new IOException(
            "path_not_confined: its directory is a symbolic link or not a directory");
      }
      stamp = FileStamp.of(file());
      now = readBytes();
    } catch (IOException e) {
      seen = new Seen(stamp, at);
      now = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
      boolean known = Arrays.equals(now, bytes);
      bytes = now;
      return known
          ? Optional.empty()
          : Optional.of(Manifest.unreadable("cannot be read: " + e.getMessage()));
    }
    boolean known = seen != null && Arrays.equals(now, bytes);
    seen = new Seen(stamp, at);
    bytes = now;
    return known ? Optional.empty() : Optional.of(parse(now));
  }

  /**
   * Reads the manifest in order to replace it. A damaged manifest is first copied to a file named
   * after its hash.
   */
  Manifest readToReplace() throws IOException {
    byte[] now;
    try {
      FileStamp unused = FileStamp.of(file());
      now = readBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(Manifest.FILE + " cannot be read: " + e.getMessage(), e);
    }
    Manifest manifest = parse(now);
    if (!manifest.problems().isEmpty()) {
      String hash = ArtifactId.of(now).sha256().substring(0, 12);
      DurableFile.write(directory.resolve("registry-" + hash + ".damaged"), now);
    }
    return manifest;
  }

  void write(Manifest manifest) throws IOException {
    DurableFile.write(file(), manifest.toJson());
  }

  private static Manifest parse(byte[] bytes) {
    return bytes.length == 0 ? Manifest.empty() : Manifest.parse(bytes);
  }

  private byte[] readBytes() throws IOException {
    try {
      return DurableFile.read(file(), Manifest.MOST_BYTES);
    } catch (NoSuchFileException e) {
      return ABSENT;
    }
  }

  private Path file() {
    return directory.resolve(Manifest.FILE);
  }
}
