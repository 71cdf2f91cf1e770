package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.MachineSettings.Source;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.OwnCommands;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
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
   * Fetches all programs of a row and the files that come with them, each archive once. A program
   * that is built from source can only come from a mirror.
   *
   * @return their bytes, each with the hash that the row pins
   * @throws CatalogException if one of them cannot be fetched or differs, or the row needs a
   *     compiler
   */
  public Map<ArtifactId, byte[]> fetch(CatalogRow row, FetchProgress progress)
      throws CatalogException {
    List<Pin> pins = new ArrayList<>();
    for (Program program : row.programs()) {
      pins.add(
          new Pin(
              "program '" + program.name() + "'", program.source().member(), program.artifact()));
      program
          .resources()
          .forEach((path, hash) -> pins.add(new Pin("file '" + path + "'", path, hash)));
    }
    Map<ArtifactId, byte[]> fetched = new LinkedHashMap<>();
    if (mirror != null) {
      for (Pin pin : pins) {
        fetched.put(pin.hash(), mirrored(mirror, pin));
      }
      return fetched;
    }
    mustBePrebuilt(row);
    return pinned(row.name(), row.source(), pins, progress);
  }

  /**
   * Fetches the sources of a program and verifies the archives.
   *
   * @return the files that its compiler sees, sorted by their paths
   * @throws CatalogException if an archive cannot be fetched or differs, or has no such files
   */
  public Map<String, byte[]> sources(Program program, FetchProgress progress)
      throws CatalogException {
    SourceBuild build = Objects.requireNonNull(program.build(), "not built from source");
    Map<String, byte[]> files = new TreeMap<>();
    for (SourceBuild.Archive each : build.archives()) {
      Pin pin = new Pin("archive of sources", each.from().member(), each.hash());
      byte[] archive =
          Objects.requireNonNull(
              pinned(program.name(), each.from(), List.of(pin), progress).get(each.hash()));
      String prefix = each.below().isEmpty() ? "" : each.below() + "/";
      try {
        files.putAll(
            ArchiveMembers.readAll(
                new ByteArrayInputStream(archive),
                path -> {
                  String below = prefix + ArchiveMembers.below(path);
                  return build.sees(below) ? below : "";
                }));
      } catch (IOException e) {
        throw unreadable(program.name(), each.from(), e);
      }
    }
    build.own().forEach((path, text) -> files.put(path, text.getBytes(StandardCharsets.UTF_8)));
    return files;
  }

  /** A file of an archive, and its hash. */
  private record Pin(String what, String member, ArtifactId hash) {}

  private Map<ArtifactId, byte[]> pinned(
      String row, Coordinate from, List<Pin> pins, FetchProgress progress) throws CatalogException {
    Set<String> wanted = new LinkedHashSet<>();
    pins.forEach(pin -> wanted.add(pin.member()));
    Map<String, byte[]> members = members(row, from, wanted, progress);
    Map<ArtifactId, byte[]> verified = new LinkedHashMap<>();
    for (Pin pin : pins) {
      byte[] bytes = members.get(pin.member());
      if (bytes == null) {
        throw new CatalogException(
            Reason.FETCH_FAILED,
            "%s has no file '%s'".formatted(from.text(), pin.member()),
            "Correct the row of '" + row + "'.");
      }
      verified.put(pin.hash(), verified(pin, bytes, from.text()));
    }
    return verified;
  }

  private static void mustBePrebuilt(CatalogRow row) throws CatalogException {
    if (row.kind().isSource()) {
      throw new CatalogException(
          Reason.LANE_UNAVAILABLE,
          "'%s' is a row of kind %s, and is built rather than fetched"
              .formatted(row.name(), row.kind().word()),
          "Build it: escarole commands add %s. Or name a mirror that has the program."
              .formatted(row.name()));
    }
  }

  private static byte[] mirrored(Path mirror, Pin pin) throws CatalogException {
    Path file = mirror.resolve(pin.hash() + ".wasm");
    try (InputStream in = Files.newInputStream(file)) {
      return verified(pin, in.readNBytes(OwnCommands.MOST_BYTES), file.toString());
    } catch (IOException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "the mirror has no readable file " + file + " for the " + pin.what(),
          "Copy it there, or fetch without --mirror.");
    }
  }

  private static byte[] verified(Pin pin, byte[] bytes, String from) throws CatalogException {
    ArtifactId actual = ArtifactId.of(bytes);
    if (actual.equals(pin.hash())) {
      return bytes;
    }
    throw new CatalogException(
        Reason.WRONG_HASH,
        "the %s from %s has SHA-256 %s, and the row pins %s; it is not used"
            .formatted(pin.what(), from, actual, pin.hash()),
        "Somebody changed it, or the row is wrong. Do not add it before you know which.");
  }

  private Map<String, byte[]> members(
      String row, Coordinate from, Set<String> wanted, FetchProgress progress)
      throws CatalogException {
    if (from instanceof Coordinate.Local local) {
      return unpacked(base.resolve(local.path()), row, from, wanted);
    }
    Path temporary = temporary();
    try {
      Source source = source(from);
      new Download(settings, WHOLE, Download.MOST_BYTES)
          .to(temporary, source, from.text(), progress);
      return unpacked(temporary, row, from, wanted);
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
      Path file, String row, Coordinate from, Set<String> wanted) throws CatalogException {
    try {
      if (!wanted.equals(Set.of(""))) {
        return ArchiveMembers.read(file, wanted, OwnCommands.MOST_BYTES);
      }
      try (InputStream in = Files.newInputStream(file)) {
        return Map.of("", in.readNBytes(OwnCommands.MOST_BYTES + 1));
      }
    } catch (IOException e) {
      throw unreadable(row, from, e);
    }
  }

  private static CatalogException unreadable(String row, Coordinate from, IOException why) {
    return new CatalogException(
        Reason.FETCH_FAILED,
        "%s cannot be read: %s".formatted(from.text(), why.getMessage()),
        "Try again, or correct the row of '" + row + "'.");
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
