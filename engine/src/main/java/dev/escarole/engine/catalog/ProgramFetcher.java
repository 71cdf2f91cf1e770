package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.MachineSettings.Source;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.OwnCommands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the programs of a row and verifies their hashes; nothing parses or runs bytes before.
 * Thread-safe.
 */
public final class ProgramFetcher {

  private static final Duration WHOLE = Duration.ofMinutes(15);

  private final MachineSettings settings;
  private final Path base;
  private final @Nullable Path mirror;

  /**
   * Creates a fetcher.
   *
   * @param base directory of the operator's catalogue, at which relative {@code file:} paths start
   * @param mirror a directory with programs named {@code SHA256.wasm}, such as the directory {@code
   *     commands} of another data directory, which is used in place of the network; null for none
   */
  public ProgramFetcher(MachineSettings settings, Path base, @Nullable Path mirror) {
    this.settings = settings;
    this.base = base;
    this.mirror = mirror;
  }

  /**
   * Fetches all programs of a row, each archive once.
   *
   * @return their bytes, each with the hash that the row pins
   * @throws CatalogException if one of them cannot be fetched or differs, or the row needs a
   *     compiler
   */
  public Map<ArtifactId, byte[]> fetch(CatalogRow row, FetchProgress progress)
      throws CatalogException {
    mustBePrebuilt(row);
    Map<ArtifactId, byte[]> fetched = new LinkedHashMap<>();
    if (mirror != null) {
      for (Program program : row.programs()) {
        fetched.put(program.artifact(), mirrored(mirror, program));
      }
      return fetched;
    }
    Map<String, byte[]> members = members(row, progress);
    for (Program program : row.programs()) {
      byte[] bytes = members.get(program.source().member());
      if (bytes == null) {
        throw new CatalogException(
            Reason.FETCH_FAILED,
            "%s has no file '%s'".formatted(row.source().text(), program.source().member()),
            "Correct the row of '" + row.name() + "'.");
      }
      fetched.put(program.artifact(), verified(program, bytes, row.source().text()));
    }
    return fetched;
  }

  private static void mustBePrebuilt(CatalogRow row) throws CatalogException {
    if (row.kind().isSource()) {
      throw new CatalogException(
          Reason.LANE_UNAVAILABLE,
          "'%s' is a row of kind %s, and its compiler is not available here"
              .formatted(row.name(), row.kind().word()),
          "Compile it elsewhere for wasm32-wasip1, then: commands add NAME FILE.wasm.");
    }
  }

  private static byte[] mirrored(Path mirror, Program program) throws CatalogException {
    Path file = mirror.resolve(program.artifact() + ".wasm");
    try (InputStream in = Files.newInputStream(file)) {
      return verified(program, in.readNBytes(OwnCommands.MOST_BYTES), file.toString());
    } catch (IOException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "the mirror has no readable file " + file + " for '" + program.name() + "'",
          "Copy it there, or fetch without --mirror.");
    }
  }

  private static byte[] verified(Program program, byte[] bytes, String from)
      throws CatalogException {
    ArtifactId actual = ArtifactId.of(bytes);
    if (actual.equals(program.artifact())) {
      return bytes;
    }
    throw new CatalogException(
        Reason.WRONG_HASH,
        "the program '%s' from %s has SHA-256 %s, and the row pins %s; it is not used"
            .formatted(program.name(), from, actual, program.artifact()),
        "Somebody changed it, or the row is wrong. Do not add it before you know which.");
  }

  private Map<String, byte[]> members(CatalogRow row, FetchProgress progress)
      throws CatalogException {
    Set<String> wanted = new LinkedHashSet<>();
    row.programs().forEach(program -> wanted.add(program.source().member()));
    if (row.source() instanceof Coordinate.Local local) {
      return unpacked(base.resolve(local.path()), row, wanted);
    }
    Path temporary = temporary();
    try {
      Source source = source(row.source());
      new Download(settings, WHOLE, Download.MOST_BYTES)
          .to(temporary, source, row.source().text(), progress);
      return unpacked(temporary, row, wanted);
    } finally {
      delete(temporary);
    }
  }

  private Source source(Coordinate coordinate) {
    if (coordinate instanceof Coordinate.Npm npm) {
      return settings.npm(npm);
    }
    if (coordinate instanceof Coordinate.Maven maven) {
      return settings.maven(maven);
    }
    return new Source(((Coordinate.Web) coordinate).address(), null);
  }

  private static Map<String, byte[]> unpacked(Path file, CatalogRow row, Set<String> wanted)
      throws CatalogException {
    try {
      ArchiveMembers archive = new ArchiveMembers(OwnCommands.MOST_BYTES);
      if (!wanted.equals(Set.of(""))) {
        return archive.read(file, wanted);
      }
      try (InputStream in = Files.newInputStream(file)) {
        return Map.of("", in.readNBytes(OwnCommands.MOST_BYTES + 1));
      }
    } catch (IOException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "%s cannot be read: %s".formatted(row.source().text(), e.getMessage()),
          "Try again, or correct the row of '" + row.name() + "'.");
    }
  }

  private static Path temporary() throws CatalogException {
    try {
      return Files.createTempFile("escarole-", ".download");
    } catch (IOException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "no temporary file can be created: " + e.getMessage(),
          "Free some space in the directory for temporary files.");
    }
  }

  private static void delete(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      temporary.toFile().deleteOnExit();
    }
  }
}
