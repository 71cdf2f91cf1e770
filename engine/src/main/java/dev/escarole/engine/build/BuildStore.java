package dev.escarole.engine.build;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryRemoval;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of builds in the directory {@code builds} of a data directory: the artifact that each
 * build made, every source file under its SHA-256, a directory for each lane, and one for each
 * build under way. Several processes may use it at once. Thread-safe.
 */
public final class BuildStore {

  /** Its name in a data directory. */
  public static final String DIRECTORY = "builds";

  private static final Logger LOG = LoggerFactory.getLogger(BuildStore.class);
  private static final int MOST_RECORD_BYTES = 4 << 20;
  private static final String SCRATCH = "build-";

  /** A build that takes longer was killed. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /** A class of its own, because most processes build nothing. */
  private static final class Json {
    static final ObjectMapper MAPPER = new ObjectMapper();
  }

  private final Path root;

  /** Opens the store of a data directory, which creates nothing. */
  public BuildStore(Path data) {
    this.root = data.toAbsolutePath().normalize().resolve(DIRECTORY);
  }

  /**
   * Returns the artifact that a build made; empty if it was never made, or its record is damaged.
   *
   * @param build SHA-256 in hex
   */
  public Optional<ArtifactId> artifact(String build) {
    try {
      JsonNode record = Json.MAPPER.readTree(PrivateFiles.read(record(build), MOST_RECORD_BYTES));
      String artifact = record.path("artifact").asText();
      boolean sound = Provenance.read(record) != null && ArtifactId.isValid(artifact);
      return sound ? Optional.of(new ArtifactId(artifact)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Records what a build made.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void record(Provenance provenance, ArtifactId artifact) {
    ObjectNode record = Json.MAPPER.createObjectNode().put("artifact", artifact.sha256());
    provenance.write(record);
    write(record(provenance.build()), record.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Keeps the files of sources.
   *
   * @return the SHA-256 of each, in order
   * @throws UncheckedIOException if they cannot be written
   */
  public Map<String, ArtifactId> keep(Map<String, byte[]> files) {
    Map<String, ArtifactId> hashes = new LinkedHashMap<>();
    files.forEach(
        (path, bytes) -> {
          ArtifactId hash = ArtifactId.of(bytes);
          hashes.put(path, hash);
          if (!isKept(hash, bytes.length)) {
            write(source(hash), bytes);
          }
        });
    return hashes;
  }

  /** A file of another content is found when it is read. */
  private boolean isKept(ArtifactId hash, long size) {
    try {
      return Files.readAttributes(
                  source(hash), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .size()
          == size;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads the sources of a program.
   *
   * @return the files in their order
   * @throws IOException if one is missing or damaged
   */
  public Map<String, byte[]> sources(Provenance provenance) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Map.Entry<String, ArtifactId> each : provenance.sources().entrySet()) {
      byte[] bytes;
      try {
        bytes = PrivateFiles.read(source(each.getValue()), (int) SourceCheck.MOST_BYTES);
      } catch (NoSuchFileException e) {
        throw new IOException("the source " + each.getKey() + " is not kept any more", e);
      }
      if (!ArtifactId.of(bytes).equals(each.getValue())) {
        throw new IOException("the source " + each.getKey() + " is damaged");
      }
      files.put(each.getKey(), bytes);
    }
    return files;
  }

  private Path record(String build) {
    return root.resolve("index").resolve(build + ".json");
  }

  private Path source(ArtifactId hash) {
    return root.resolve("sources").resolve(hash.sha256());
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Path directory = file.getParent();
      if (directory != null) {
        PrivateFiles.createDirectories(directory);
      }
      PrivateFiles.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("the build cannot be kept in " + file, e);
    }
  }

  /**
   * Returns the directory that a lane keeps; it is created. Guests read it only.
   *
   * @param language the first name of the lane
   */
  public Path cache(String language) throws IOException {
    return PrivateFiles.createDirectories(root.resolve("lane-" + language).resolve("inputs"));
  }

  /** A directory for one build, deleted with everything in it when it is closed. */
  public record Scratch(Path directory) implements AutoCloseable {
    @Override
    public void close() {
      Path whole = directory.getParent();
      if (whole != null) {
        delete(whole);
      }
    }
  }

  /** Creates a directory for one build, and deletes those of builds that were killed. */
  public Scratch scratch() throws IOException {
    PrivateFiles.createDirectories(root);
    sweep();
    Path mine = Files.createTempDirectory(root, SCRATCH);
    return new Scratch(PrivateFiles.createDirectories(mine.resolve("workspace")));
  }

  private void sweep() throws IOException {
    Instant oldest = Instant.now().minus(LONGEST);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(root, SCRATCH + "*")) {
      for (Path each : left) {
        if (isOlder(each, oldest)) {
          delete(each);
        }
      }
    }
  }

  private static boolean isOlder(Path scratch, Instant time) throws IOException {
    try {
      return Files.getLastModifiedTime(scratch, LinkOption.NOFOLLOW_LINKS)
          .toInstant()
          .isBefore(time);
    } catch (NoSuchFileException e) {
      // Its build has just ended.
      return false;
    }
  }

  /** What cannot be deleted is left for the next sweep. */
  private static void delete(Path tree) {
    try {
      DirectoryRemoval.remove(tree);
    } catch (IOException e) {
      LOG.warn("Cannot delete {}, which a build has left", tree, e);
    }
  }
}
