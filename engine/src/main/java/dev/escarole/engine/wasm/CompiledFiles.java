package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.SlowFunctions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Cache of compiled programs in a directory, so that the next process need not compile them again.
 * Its files are executed with all rights of this process, so a directory that another user owns or
 * can write to is not used. All operations are relative to the opened directory, so it cannot be
 * replaced between check and use.
 *
 * <p>Files are written under a temporary name and renamed, so readers see complete files only;
 * concurrent writers write the same content. A damaged file is removed. When the total size exceeds
 * the limit, the least recently used files are evicted. A file that cannot be read or written
 * causes a warning, never a failure.
 *
 * <p>Safe for use by several threads and processes.
 */
public final class CompiledFiles {

  /** Default size limit: 512 MiB. */
  public static final long DEFAULT_BYTES = 512L << 20;

  private static final String SUFFIX = ".classes";
  private static final String UNFINISHED = ".new";
  private static final Duration ABANDONED = Duration.ofHours(1);
  private static final Set<PosixFilePermission> OWN_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWN_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private final Path directory;
  private final long mostBytes;
  private final Consumer<String> warnings;
  private final InstantSource clock;

  /**
   * Creates a cache in a directory, which is created on the first write.
   *
   * @param mostBytes the maximum total size of the files
   * @param warnings receives why a file could not be stored or used; called on any thread
   */
  public CompiledFiles(Path directory, long mostBytes, Consumer<String> warnings) {
    this(directory, mostBytes, warnings, InstantSource.system());
  }

  CompiledFiles(Path directory, long mostBytes, Consumer<String> warnings, InstantSource clock) {
    if (mostBytes < 0) {
      throw new IllegalArgumentException("mostBytes must not be negative, was " + mostBytes);
    }
    this.directory = directory.toAbsolutePath().normalize();
    this.mostBytes = mostBytes;
    this.warnings = warnings;
    this.clock = clock;
  }

  /** Returns the directory of the files. */
  public Path directory() {
    return directory;
  }

  /** Returns the compiled code of an artifact, if stored by the same versions. */
  Optional<CompiledCode> find(ArtifactId id) {
    if (!Files.isDirectory(directory) || !CompiledFormat.isAvailable()) {
      return Optional.empty();
    }
    try (SecureDirectoryStream<Path> files = open()) {
      return find(files, id);
    } catch (IOException e) {
      warnings.accept("cannot use the compiled programs in " + directory + ": " + reason(e));
      return Optional.empty();
    }
  }

  private Optional<CompiledCode> find(SecureDirectoryStream<Path> files, ArtifactId id)
      throws IOException {
    Path name = name(id);
    Optional<CompiledCode> code;
    try (SeekableByteChannel in =
        files.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      code = CompiledFormat.read(Channels.newInputStream(in), id);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (code.isPresent()) {
      touch(files, name);
    } else {
      warnings.accept(directory.resolve(name) + " is damaged; it is compiled again");
      files.deleteFile(name);
    }
    return code;
  }

  /**
   * Returns which functions of an artifact are interpreted, if it is stored. Nothing that is read
   * here is executed, so the directory may be anybody's.
   */
  Optional<SlowFunctions> slow(ArtifactId id) {
    if (!CompiledFormat.isAvailable()) {
      return Optional.empty();
    }
    try (InputStream in =
        Files.newInputStream(directory.resolve(name(id)), LinkOption.NOFOLLOW_LINKS)) {
      return CompiledFormat.slow(in, id);
    } catch (IOException e) {
      // It is not there, or finding it as a program tells what is wrong with it.
      return Optional.empty();
    }
  }

  /** Stores the compiled code of an artifact, unless it is larger than the limit. */
  void keep(ArtifactId id, CompiledCode code) {
    if (!CompiledFormat.isAvailable()) {
      return;
    }
    CompiledFormat content = new CompiledFormat(code, id);
    if (content.length() > mostBytes) {
      return;
    }
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory.toAbsolutePath().resolveSibling(""));
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWN_DIRECTORY));
      }
      try (SecureDirectoryStream<Path> files = open()) {
        write(files, name(id), content);
        evict(files);
      }
    } catch (IOException | UnsupportedOperationException e) {
      warnings.accept("cannot store a compiled program in " + directory + ": " + reason(e));
    }
  }

  /** Opens the directory and checks that only this user can have written its files. */
  @SuppressWarnings("StreamResourceLeak") // The caller closes what is returned.
  private SecureDirectoryStream<Path> open() throws IOException {
    DirectoryStream<Path> opened = Files.newDirectoryStream(directory);
    if (!(opened instanceof SecureDirectoryStream<Path> files)) {
      opened.close();
      throw new IOException("this platform does not support checking who can write to it");
    }
    try {
      mustBeOurs(files);
      return files;
    } catch (IOException | RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private static void mustBeOurs(SecureDirectoryStream<Path> files) throws IOException {
    PosixFileAttributes attributes =
        files.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    Set<PosixFilePermission> permissions = attributes.permissions();
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException("other users can write to it; make it private with chmod 700");
    }
    // A new file belongs to this user, whatever its name.
    Path probe = Path.of(UUID.randomUUID() + UNFINISHED);
    create(files, probe).close();
    PosixFileAttributes ours =
        files
            .getFileAttributeView(probe, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
    files.deleteFile(probe);
    if (!ours.owner().equals(attributes.owner())) {
      throw new IOException("it belongs to " + attributes.owner().getName());
    }
  }

  private void write(SecureDirectoryStream<Path> files, Path name, CompiledFormat content)
      throws IOException {
    Path unfinished = Path.of(UUID.randomUUID() + UNFINISHED);
    try (SeekableByteChannel out = create(files, unfinished)) {
      content.write(Channels.newOutputStream(out));
    } catch (IOException e) {
      files.deleteFile(unfinished);
      throw e;
    }
    touch(files, unfinished);
    files.move(unfinished, files, name);
  }

  private static SeekableByteChannel create(SecureDirectoryStream<Path> files, Path name)
      throws IOException {
    return files.newByteChannel(
        name,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(OWN_FILE));
  }

  private record Entry(Path name, BasicFileAttributes attributes) {}

  private void evict(SecureDirectoryStream<Path> files) throws IOException {
    FileTime abandoned = FileTime.from(clock.instant().minus(ABANDONED));
    List<Entry> kept = new ArrayList<>();
    long total = 0;
    for (Path path : files) {
      Path name = path.getFileName();
      try {
        BasicFileAttributes attributes = view(files, name).readAttributes();
        if (name.toString().endsWith(SUFFIX)) {
          kept.add(new Entry(name, attributes));
          total += attributes.size();
        } else if (attributes.lastModifiedTime().compareTo(abandoned) < 0) {
          files.deleteFile(name);
        }
      } catch (NoSuchFileException e) {
        // Another process has removed it already.
      }
    }
    kept.sort(Comparator.comparing(entry -> entry.attributes().lastModifiedTime()));
    for (Entry eldest : kept) {
      if (total <= mostBytes) {
        return;
      }
      total -= eldest.attributes().size();
      deleteIfThere(files, eldest.name());
    }
  }

  private static void deleteIfThere(SecureDirectoryStream<Path> files, Path name)
      throws IOException {
    try {
      files.deleteFile(name);
    } catch (NoSuchFileException e) {
      // Another process has removed it already.
    }
  }

  private void touch(SecureDirectoryStream<Path> files, Path name) throws IOException {
    view(files, name).setTimes(FileTime.from(clock.instant()), null, null);
  }

  private static BasicFileAttributeView view(SecureDirectoryStream<Path> files, Path name) {
    return files.getFileAttributeView(
        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static Path name(ArtifactId id) {
    return Path.of(id.sha256() + CompiledFormat.VERSIONS.replace(' ', '-') + SUFFIX);
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
