package dev.escarole.engine.command;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.command.CommandRefusedException.Reason;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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
    String problem = null;
    byte[] now;
    try {
      if (!isConfined()) {
        throw new IOException(
            "path_not_confined: its directory is a symbolic link or not a directory");
      }
      stamp = FileStamp.of(file());
      now = readBytes();
    } catch (IOException e) {
      problem = "cannot be read: " + e.getMessage();
      now = problem.getBytes(StandardCharsets.UTF_8);
    }
    boolean known = seen != null && Arrays.equals(now, bytes);
    seen = new Seen(stamp, at);
    bytes = now;
    if (known) {
      return Optional.empty();
    }
    return Optional.of(problem == null ? parse(now) : Manifest.unreadable(problem));
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
      PrivateFiles.write(directory.resolve("registry-" + hash + ".damaged"), now);
    }
    return manifest;
  }

  /**
   * Replaces the manifest.
   *
   * @throws CommandRefusedException if it would be too large to be read again; it is unchanged
   */
  void write(Manifest manifest) throws IOException, CommandRefusedException {
    byte[] json = manifest.toJson();
    if (json.length > Manifest.MOST_BYTES) {
      throw new CommandRefusedException(
          Reason.REGISTRY_FULL,
          "%s would have more than %d bytes, with what is kept of each program's origin"
              .formatted(Manifest.FILE, Manifest.MOST_BYTES));
    }
    PrivateFiles.write(file(), json);
  }

  private static Manifest parse(byte[] bytes) {
    return bytes.length == 0 ? Manifest.empty() : Manifest.parse(bytes);
  }

  private byte[] readBytes() throws IOException {
    try {
      return PrivateFiles.read(file(), Manifest.MOST_BYTES);
    } catch (NoSuchFileException e) {
      return ABSENT;
    }
  }

  private Path file() {
    return directory.resolve(Manifest.FILE);
  }

  /**
   * Contents of {@code registry.json}: the registered commands, each with its artifact's hash and
   * its argument mode. Immutable.
   *
   * @param commands the commands by name
   * @param problems what was invalid and skipped, one sentence each
   * @param readable whether the file as a whole was valid
   */
  record Manifest(SortedMap<String, Command> commands, List<String> problems, boolean readable) {
    static final String FILE = "registry.json";

    /**
     * Largest file, in bytes. A command built from thousands of files can take more than one MB.
     */
    static final int MOST_BYTES = 16 * 1024 * 1024;

    private static final int VERSION = 1;

    /** Loaded lazily: Jackson is slow to load, and often there is no file. */
    private static final class Binding {
      static final ObjectMapper JSON =
          new ObjectMapper()
              .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
              .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    Manifest {
      commands = Collections.unmodifiableSortedMap(new TreeMap<>(commands));
      problems = List.copyOf(problems);
    }

    static Manifest empty() {
      return new Manifest(new TreeMap<>(), List.of(), true);
    }

    static Manifest unreadable(String problem) {
      return new Manifest(new TreeMap<>(), List.of(FILE + " " + problem), false);
    }

    /** Parses a manifest, skipping damaged rows. */
    static Manifest parse(byte[] json) {
      JsonNode root;
      try {
        root = Binding.JSON.readTree(json);
      } catch (IOException e) {
        return unreadable("is not valid JSON");
      }
      if (root.path("version").asInt() != VERSION || !root.path("commands").isObject()) {
        return unreadable("has a format that this version of Escarole does not support");
      }
      SortedMap<String, Command> commands = new TreeMap<>();
      List<String> problems = new ArrayList<>();
      for (Map.Entry<String, JsonNode> row : root.path("commands").properties()) {
        Command command = command(row.getKey(), row.getValue());
        if (command == null) {
          problems.add(FILE + " has a damaged row for '" + row.getKey() + "', which is skipped");
        } else {
          commands.put(command.name(), command);
        }
      }
      return new Manifest(commands, problems, true);
    }

    private static @Nullable Command command(String name, JsonNode row) {
      String hash = row.path("artifact").asText();
      ArgumentMode mode = ArgumentMode.of(row.path("mode").asText()).orElse(null);
      boolean frozen = row.has("frozen");
      Lineage lineage = frozen ? Lineage.read(row.path("frozen")) : null;
      boolean built = row.has("built");
      Provenance provenance = built ? Provenance.read(row.path("built")) : null;
      return mode == null
              || !Command.isValidName(name)
              || !ArtifactId.isValid(hash)
              || (frozen && lineage == null)
              || (built && provenance == null)
          ? null
          : new Command(
              name, new ArtifactId(hash), Command.Origin.REGISTERED, mode, lineage, provenance);
    }

    /** Returns the manifest with this command added or replaced, and without problems. */
    Manifest with(Command command) {
      SortedMap<String, Command> changed = new TreeMap<>(commands);
      changed.put(command.name(), command);
      return new Manifest(changed, List.of(), true);
    }

    Manifest without(String name) {
      SortedMap<String, Command> changed = new TreeMap<>(commands);
      changed.remove(name);
      return new Manifest(changed, List.of(), true);
    }

    byte[] toJson() {
      ObjectNode root = Binding.JSON.createObjectNode().put("version", VERSION);
      ObjectNode rows = root.putObject("commands");
      commands.forEach(
          (name, command) -> {
            ObjectNode row = rows.putObject(name);
            row.put("artifact", command.artifact().sha256()).put("mode", command.mode().word());
            if (command.lineage() != null) {
              command.lineage().write(row.putObject("frozen"));
            }
            if (command.provenance() != null) {
              command.provenance().write(row.putObject("built"));
            }
          });
      try {
        return Binding.JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("BUG: a manifest cannot be written", e);
      }
    }
  }
}
