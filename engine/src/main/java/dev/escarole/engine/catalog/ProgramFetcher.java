package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.CatalogRow.TreeSource;
import dev.escarole.engine.catalog.MachineSettings.Source;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.ProgramTree;
import dev.escarole.engine.command.TreeFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the programs of a row, with the files and directories that come with them, and verifies
 * their hashes. Archives are read before that, but no program is parsed or run. Thread-safe.
 */
public final class ProgramFetcher {

  private static final Duration WHOLE = Duration.ofMinutes(15);
  private static final String DEBIAN_WAY_OUT =
      "Set ESCAROLE_DEBIAN_MIRROR to the address of a mirror of Debian that has the file, such as"
          + " https://mirror.example.org/debian, or name a directory with programs: --mirror DIR.";

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
   * Programs and directories that were fetched for a row.
   *
   * @param files the bytes of the programs and of the files that come with them, verified
   * @param trees makes each directory that comes with them; the files it makes are not verified yet
   */
  public record Fetched(Map<ArtifactId, byte[]> files, Map<ProgramTree, TreeFiles.Filler> trees) {}

  /**
   * Fetches all programs of a row, the files that come with them and the archives of their
   * directories, each package once. A program that is built from source can only come from a
   * mirror.
   *
   * @return the bytes, which have the hashes that the row pins
   * @throws CatalogException if one of them cannot be fetched or differs, or the row needs a
   *     compiler
   */
  public Fetched fetch(CatalogRow row, FetchProgress progress) throws CatalogException {
    List<Pin> pins = new ArrayList<>();
    for (Program program : row.programs()) {
      Coordinate from = program.source();
      pins.add(new Pin("program '" + program.name() + "'", from, program.artifact()));
      program
          .resources()
          .forEach(
              (path, hash) ->
                  pins.add(new Pin("file '" + path + "'", from.withMember(path), hash)));
    }
    return mirror == null ? published(row, pins, progress) : mirrored(mirror, row, pins);
  }

  private Fetched published(CatalogRow row, List<Pin> pins, FetchProgress progress)
      throws CatalogException {
    mustBePrebuilt(row);
    List<Pin> all = new ArrayList<>(pins);
    for (TreeSource each : row.trees()) {
      String what = "archive for the directory " + each.tree().guest();
      all.add(new Pin(what, each.source(), each.archive()));
    }
    Map<ArtifactId, byte[]> found = pinned(row.name(), all, progress);
    Fetched fetched = new Fetched(new LinkedHashMap<>(), new LinkedHashMap<>());
    for (Pin pin : pins) {
      fetched.files().put(pin.hash(), Objects.requireNonNull(found.get(pin.hash())));
    }
    for (TreeSource each : row.trees()) {
      byte[] archive = Objects.requireNonNull(found.get(each.archive()));
      fetched.trees().put(each.tree(), empty -> TreeUnpacking.unpack(archive, each.path(), empty));
    }
    return fetched;
  }

  private static Fetched mirrored(Path mirror, CatalogRow row, List<Pin> pins)
      throws CatalogException {
    Fetched fetched = new Fetched(new LinkedHashMap<>(), new LinkedHashMap<>());
    for (Pin pin : pins) {
      fetched.files().put(pin.hash(), mirrored(mirror, pin));
    }
    for (TreeSource each : row.trees()) {
      Path copy = TreeFiles.in(mirror).resolve(each.tree().sha256());
      fetched.trees().put(each.tree(), empty -> TreeUnpacking.copy(copy, empty));
    }
    return fetched;
  }

  /** Returns whether a program is built from its sources, which a mirror makes unnecessary. */
  public boolean builds(Program program) {
    return mirror == null && program.build() != null;
  }

  /**
   * Fetches the sources of a program and verifies the archives.
   *
   * @return the files that its compiler sees, sorted by their paths behind the one that is run
   * @throws CatalogException if an archive cannot be fetched or differs, or has no such files
   */
  public Map<String, byte[]> sources(Program program, FetchProgress progress)
      throws CatalogException {
    SourceBuild build = Objects.requireNonNull(program.build(), "not built from source");
    Map<String, byte[]> files = new TreeMap<>();
    for (SourceBuild.Archive each : build.archives()) {
      Pin pin = new Pin("archive of sources", each.from(), each.hash());
      byte[] archive =
          Objects.requireNonNull(pinned(program.name(), List.of(pin), progress).get(each.hash()));
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
    return build.main().isEmpty() ? files : first(build.main(), files, program.name());
  }

  private static Map<String, byte[]> first(String main, Map<String, byte[]> files, String row)
      throws CatalogException {
    byte[] content = files.get(main);
    if (content == null) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "the sources of '%s' have no file '%s', which is to be run".formatted(row, main),
          "Correct main or files in the row.");
    }
    Map<String, byte[]> ordered = new LinkedHashMap<>();
    ordered.put(main, content);
    files.forEach(ordered::putIfAbsent);
    return ordered;
  }

  /** A file, perhaps of an archive, and its hash. */
  private record Pin(String what, Coordinate from, ArtifactId hash) {}

  private Map<ArtifactId, byte[]> pinned(String row, List<Pin> pins, FetchProgress progress)
      throws CatalogException {
    Map<String, List<Pin>> packages = new LinkedHashMap<>();
    for (Pin pin : pins) {
      packages.computeIfAbsent(pin.from().text(), first -> new ArrayList<>()).add(pin);
    }
    Map<ArtifactId, byte[]> verified = new HashMap<>();
    for (List<Pin> wanted : packages.values()) {
      Coordinate from = wanted.get(0).from();
      Set<String> paths = new LinkedHashSet<>();
      wanted.forEach(pin -> paths.add(pin.from().member()));
      Map<String, byte[]> members = members(row, from, paths, progress);
      for (Pin pin : wanted) {
        byte[] bytes = members.get(pin.from().member());
        if (bytes == null) {
          throw new CatalogException(
              Reason.FETCH_FAILED,
              "%s has no file '%s'".formatted(from.text(), pin.from().member()),
              "Correct the row of '" + row + "'.");
        }
        verified.put(pin.hash(), verified(pin, bytes, from.text()));
      }
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
    try (TemporaryFile file = temporary()) {
      download(file.path(), from, progress);
      return unpacked(file.path(), row, from, wanted);
    }
  }

  private void download(Path file, Coordinate from, FetchProgress progress)
      throws CatalogException {
    try {
      new Download(settings, WHOLE, Download.MOST_BYTES)
          .to(file, sources(from), from.text(), progress);
    } catch (IllegalArgumentException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "%s cannot be fetched: %s".formatted(from.text(), e.getMessage()),
          from instanceof Coordinate.Debian ? DEBIAN_WAY_OUT : Download.WAY_OUT);
    } catch (CatalogException e) {
      boolean debian = from instanceof Coordinate.Debian && e.hint().equals(Download.WAY_OUT);
      throw debian ? new CatalogException(e.reason(), e.text(), DEBIAN_WAY_OUT) : e;
    }
  }

  private List<Source> sources(Coordinate coordinate) {
    if (coordinate instanceof Coordinate.Npm npm) {
      return List.of(settings.npm(npm));
    }
    if (coordinate instanceof Coordinate.Maven maven) {
      return List.of(settings.maven(maven));
    }
    if (coordinate instanceof Coordinate.Debian debian) {
      return settings.debian(debian);
    }
    return List.of(new Source(((Coordinate.Web) coordinate).address(), null));
  }

  private static Map<String, byte[]> unpacked(
      Path file, String row, Coordinate from, Set<String> wanted) throws CatalogException {
    Map<String, byte[]> members = new HashMap<>();
    Set<String> inside = new LinkedHashSet<>(wanted);
    try {
      if (inside.remove("")) {
        try (InputStream in = Files.newInputStream(file)) {
          members.put("", in.readNBytes(OwnCommands.MOST_BYTES + 1));
        }
      }
      if (!inside.isEmpty()) {
        members.putAll(ArchiveMembers.read(file, inside, OwnCommands.MOST_BYTES));
      }
      return members;
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

  private static TemporaryFile temporary() throws CatalogException {
    try {
      return TemporaryFile.create(".download");
    } catch (IOException e) {
      throw new CatalogException(
          Reason.FETCH_FAILED,
          "no temporary file can be created: " + e.getMessage(),
          "Free some space in the directory for temporary files.");
    }
  }
}
