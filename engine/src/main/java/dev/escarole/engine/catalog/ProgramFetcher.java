package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.CatalogRow.TreeSource;
import dev.escarole.engine.catalog.MachineSettings.Source;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.ProgramTree;
import dev.escarole.engine.command.TreeFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the programs of a row, with the directories that come with them, and verifies their
 * hashes; nothing parses or runs bytes before. Thread-safe.
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
   * @param mirror a directory with programs named {@code SHA256.wasm} and directories named {@code
   *     trees/SHA256}, such as the directory {@code commands} of another data directory, which is
   *     used in place of the network; null for none
   */
  public ProgramFetcher(MachineSettings settings, Path base, @Nullable Path mirror) {
    this.settings = settings;
    this.base = base;
    this.mirror = mirror;
  }

  /**
   * What was fetched for a row, all of it verified.
   *
   * @param programs their bytes
   * @param trees makes each directory that comes with them; the files it makes are not verified yet
   */
  public record Fetched(
      Map<ArtifactId, byte[]> programs, Map<ProgramTree, TreeFiles.Filler> trees) {}

  /**
   * Fetches all programs of a row and the archives of their directories, each package once.
   *
   * @return the bytes, which have the hashes that the row pins
   * @throws CatalogException if one of them cannot be fetched or differs, or the row needs a
   *     compiler
   */
  public Fetched fetch(CatalogRow row, FetchProgress progress) throws CatalogException {
    mustBePrebuilt(row);
    Fetched fetched = new Fetched(new LinkedHashMap<>(), new LinkedHashMap<>());
    if (mirror != null) {
      for (Program program : row.programs()) {
        fetched.programs().put(program.artifact(), mirrored(mirror, program));
      }
      for (TreeSource each : row.trees()) {
        Path copy = TreeFiles.in(mirror).resolve(each.tree().sha256());
        fetched.trees().put(each.tree(), empty -> TreeUnpacking.copy(copy, empty));
      }
      return fetched;
    }
    Map<String, Map<String, byte[]>> members = members(row, progress);
    for (Program program : row.programs()) {
      byte[] bytes = member(members, program.source(), row);
      fetched
          .programs()
          .put(
              program.artifact(),
              verified("program '" + program.name() + "'", bytes, program.artifact(), row));
    }
    for (TreeSource each : row.trees()) {
      byte[] bytes = member(members, each.source(), row);
      String what = "archive for the directory " + each.tree().guest();
      byte[] archive = verified(what, bytes, each.archive(), row);
      fetched.trees().put(each.tree(), empty -> TreeUnpacking.unpack(archive, each.path(), empty));
    }
    return fetched;
  }

  private static byte[] member(
      Map<String, Map<String, byte[]>> members, Coordinate source, CatalogRow row)
      throws CatalogException {
    byte[] bytes = members.getOrDefault(source.text(), Map.of()).get(source.member());
    if (bytes == null) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "%s has no file '%s'".formatted(source.text(), source.member()),
          "Correct the row of '" + row.name() + "'.");
    }
    return bytes;
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

  private static byte[] mirrored(Path directory, Program program) throws CatalogException {
    Path file = directory.resolve(program.artifact() + ".wasm");
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(OwnCommands.MOST_BYTES);
      return verified(
          "program '" + program.name() + "'", bytes, program.artifact(), file.toString());
    } catch (IOException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "the mirror has no readable file " + file + " for '" + program.name() + "'",
          "Copy it there, or fetch without --mirror.");
    }
  }

  private static byte[] verified(String what, byte[] bytes, ArtifactId pinned, CatalogRow row)
      throws CatalogException {
    return verified(what, bytes, pinned, row.source().text());
  }

  private static byte[] verified(String what, byte[] bytes, ArtifactId pinned, String from)
      throws CatalogException {
    ArtifactId actual = ArtifactId.of(bytes);
    if (actual.equals(pinned)) {
      return bytes;
    }
    throw new CatalogException(
        Reason.WRONG_HASH,
        "the %s from %s has SHA-256 %s, and the row pins %s; it is not used"
            .formatted(what, from, actual, pinned),
        "Somebody changed it, or the row is wrong. Do not add it before you know which.");
  }

  /** The wanted files by their package and path. */
  private Map<String, Map<String, byte[]>> members(CatalogRow row, FetchProgress progress)
      throws CatalogException {
    Map<String, Coordinate> packages = new LinkedHashMap<>();
    Map<String, Set<String>> wanted = new LinkedHashMap<>();
    List<Coordinate> sources = new ArrayList<>();
    row.programs().forEach(each -> sources.add(each.source()));
    row.trees().forEach(each -> sources.add(each.source()));
    for (Coordinate each : sources) {
      packages.putIfAbsent(each.text(), each);
      wanted.computeIfAbsent(each.text(), first -> new LinkedHashSet<>()).add(each.member());
    }
    Map<String, Map<String, byte[]>> members = new LinkedHashMap<>();
    for (Map.Entry<String, Coordinate> each : packages.entrySet()) {
      Set<String> files = wanted.getOrDefault(each.getKey(), Set.of());
      members.put(each.getKey(), members(each.getValue(), files, row, progress));
    }
    return members;
  }

  private Map<String, byte[]> members(
      Coordinate from, Set<String> wanted, CatalogRow row, FetchProgress progress)
      throws CatalogException {
    if (from instanceof Coordinate.Local local) {
      return unpacked(base.resolve(local.path()), from, row, wanted);
    }
    Path temporary = temporary();
    try {
      new Download(settings, WHOLE, Download.MOST_BYTES)
          .to(temporary, source(from), from.text(), progress);
      return unpacked(temporary, from, row, wanted);
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

  private static Map<String, byte[]> unpacked(
      Path file, Coordinate from, CatalogRow row, Set<String> wanted) throws CatalogException {
    Map<String, byte[]> members = new HashMap<>();
    Set<String> inside = new LinkedHashSet<>(wanted);
    try {
      if (inside.remove("")) {
        try (InputStream in = Files.newInputStream(file)) {
          members.put("", in.readNBytes(OwnCommands.MOST_BYTES + 1));
        }
      }
      if (!inside.isEmpty()) {
        members.putAll(new ArchiveMembers(OwnCommands.MOST_BYTES).read(file, inside));
      }
      return members;
    } catch (IOException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "%s cannot be read: %s".formatted(from.text(), e.getMessage()),
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
