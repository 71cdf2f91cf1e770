package dev.escarole.engine.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.wasm.metering.MeteredModule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
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
    byte[] content;
    try (SeekableByteChannel in =
        files.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      content = Channels.newInputStream(in).readAllBytes();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    Optional<CompiledCode> code = CompiledFormat.read(content, id);
    if (code.isPresent()) {
      touch(files, name);
    } else {
      warnings.accept(directory.resolve(name) + " is damaged; it is compiled again");
      files.deleteFile(name);
    }
    return code;
  }

  /** Stores the compiled code of an artifact, unless it is larger than the limit. */
  void keep(ArtifactId id, CompiledCode code) {
    if (!CompiledFormat.isAvailable()) {
      return;
    }
    byte[] content = CompiledFormat.write(code, id);
    if (content.length > mostBytes) {
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

  private void write(SecureDirectoryStream<Path> files, Path name, byte[] content)
      throws IOException {
    Path unfinished = Path.of(UUID.randomUUID() + UNFINISHED);
    try (SeekableByteChannel out = create(files, unfinished)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        out.write(rest);
      }
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

  /**
   * File format of {@link CompiledCode}: the SHA-256 of the rest; a line with the artifact and the
   * versions of metering, compiler and Java; then the classes. The hash detects damage, not
   * manipulation.
   */
  static final class CompiledFormat {

    private static final int HASH_BYTES = 64;

    /** The versions that the classes depend on; empty if the compiler's version is unknown. */
    static final String VERSIONS = versions();

    private CompiledFormat() {}

    /** Whether the version of the compiler is known; if not, nothing can be cached. */
    static boolean isAvailable() {
      return !VERSIONS.isEmpty();
    }

    static byte[] write(CompiledCode code, ArtifactId id) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeUTF(id.sha256() + VERSIONS);
        out.writeUTF(code.mainClass());
        out.writeInt(code.interpreted().size());
        for (int function : new TreeSet<>(code.interpreted())) {
          out.writeInt(function);
        }
        out.writeInt(code.classes().size());
        for (Map.Entry<String, byte[]> entry : code.classes().entrySet()) {
          out.writeUTF(entry.getKey());
          out.writeInt(entry.getValue().length);
          out.write(entry.getValue());
        }
      } catch (IOException e) {
        throw new UncheckedIOException("BUG: memory cannot be written", e);
      }
      byte[] content = bytes.toByteArray();
      byte[] hash = hash(content);
      byte[] both = Arrays.copyOf(hash, hash.length + content.length);
      System.arraycopy(content, 0, both, hash.length, content.length);
      return both;
    }

    /** Parses a file; empty if it is damaged or for another artifact or version. */
    static Optional<CompiledCode> read(byte[] file, ArtifactId id) {
      if (file.length < HASH_BYTES) {
        return Optional.empty();
      }
      byte[] content = Arrays.copyOfRange(file, HASH_BYTES, file.length);
      if (!Arrays.equals(file, 0, HASH_BYTES, hash(content), 0, HASH_BYTES)) {
        return Optional.empty();
      }
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content))) {
        return in.readUTF().equals(id.sha256() + VERSIONS)
            ? Optional.of(new CompiledCode(in.readUTF(), functions(in), classes(in)))
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    private static Set<Integer> functions(DataInputStream in) throws IOException {
      Set<Integer> functions = new HashSet<>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        functions.add(in.readInt());
      }
      return functions;
    }

    private static Map<String, byte[]> classes(DataInputStream in) throws IOException {
      Map<String, byte[]> classes = new HashMap<>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        classes.put(in.readUTF(), in.readNBytes(in.readInt()));
      }
      return classes;
    }

    private static byte[] hash(byte[] content) {
      return ArtifactId.of(content).sha256().getBytes(UTF_8);
    }

    private static String versions() {
      String file = "/META-INF/maven/com.dylibso.chicory/compiler/pom.properties";
      try (InputStream in = MachineFactoryCompiler.class.getResourceAsStream(file)) {
        Properties properties = new Properties();
        if (in != null) {
          properties.load(in);
        }
        String compiler = properties.getProperty("version", "");
        return compiler.isEmpty()
            ? ""
            : " metered "
                + MeteredModule.VERSION
                + " chicory "
                + compiler
                + " java "
                + Runtime.version().feature();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
  }
}
