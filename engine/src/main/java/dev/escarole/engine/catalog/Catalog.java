package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogReader.Contents;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.NearestNames;
import dev.escarole.engine.command.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Programs that can be added by name: the rows shipped with Escarole, and those of the operator in
 * {@code catalog.yaml} of the data directory. A row of the operator replaces one of ours that has
 * the same name. Immutable.
 */
public final class Catalog {

  /** The operator's file in a data directory. */
  public static final String FILE = "catalog.yaml";

  private static final int MOST_BYTES = 4 << 20;

  private final Map<String, CatalogRow> rows;
  private final List<String> seed;
  private final Map<ArtifactId, Needs> needs = new HashMap<>();

  private Catalog(Map<String, CatalogRow> rows, List<String> seed) {
    this.rows = rows;
    this.seed = seed;
    for (CatalogRow row : rows.values()) {
      row.programs().forEach(program -> needs.putIfAbsent(program.artifact(), row.needs()));
    }
  }

  /** Parsed once: it does not change. */
  private static final class Shipped {
    static final List<CatalogRow> ROWS = read();

    private static List<CatalogRow> read() {
      try (InputStream in = Catalog.class.getResourceAsStream(FILE)) {
        if (in == null) {
          throw new IllegalStateException("BUG: " + FILE + " is not on the class path");
        }
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new CatalogReader(FILE, false).read(text);
      } catch (IOException e) {
        throw new UncheckedIOException(FILE + " cannot be read", e);
      } catch (CatalogException e) {
        throw new IllegalStateException("BUG: " + e.getMessage(), e);
      }
    }
  }

  /** Returns the rows shipped with Escarole. */
  public static Catalog shipped() {
    return of(new Contents(List.of(), List.of()));
  }

  /**
   * Returns our rows and the operator's.
   *
   * @param file the operator's file, which may be missing
   * @throws CatalogException if the file has mistakes or cannot be read
   */
  public static Catalog open(Path file) throws CatalogException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return shipped();
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] text = in.readNBytes(MOST_BYTES + 1);
      if (text.length > MOST_BYTES) {
        throw bad(file, "has more than " + MOST_BYTES + " bytes");
      }
      return of(
          new CatalogReader(file.toString(), true)
              .readAll(new String(text, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw bad(file, "cannot be read");
    }
  }

  private static CatalogException bad(Path file, String why) {
    return new CatalogException(
        Reason.BAD_CATALOG, file + " " + why, "Correct or remove the file.");
  }

  private static Catalog of(Contents own) {
    Map<String, CatalogRow> rows = new TreeMap<>();
    Shipped.ROWS.forEach(row -> rows.put(row.name(), row));
    own.rows().forEach(row -> rows.put(row.name(), row));
    return new Catalog(rows, own.seed());
  }

  /**
   * Returns the names of the rows that a server adds when it starts, as the operator wrote them.
   */
  public List<String> seed() {
    return seed;
  }

  /** Returns all rows, sorted by name. */
  public List<CatalogRow> rows() {
    return List.copyOf(rows.values());
  }

  /**
   * Returns the rows that have this text in name, commands or description; all for an empty one.
   */
  public List<CatalogRow> search(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return rows.values().stream()
        .filter(
            row ->
                (row.about() + " " + row.name() + " " + row.commands())
                    .toLowerCase(Locale.ROOT)
                    .contains(wanted))
        .toList();
  }

  /**
   * Returns the row of this name, or the one that has a command of this name.
   *
   * @throws CatalogException if there is none, with the nearest names
   */
  public CatalogRow find(String name) throws CatalogException {
    CatalogRow row = rows.get(name);
    if (row != null) {
      return row;
    }
    Optional<CatalogRow> holder = holder(name);
    if (holder.isPresent()) {
      return holder.get();
    }
    Set<String> names = new HashSet<>(rows.keySet());
    rows.values().forEach(each -> names.addAll(each.commands()));
    List<String> near = NearestNames.of(name, names);
    throw new CatalogException(
        Reason.NO_SUCH_ROW,
        "the catalogue has no program '" + name + "'",
        near.isEmpty()
            ? "See 'escarole commands search', or name a file: commands add NAME FILE.wasm."
            : "Did you mean " + String.join(" or ", near) + "?");
  }

  /** Returns the row that has a command of this name. */
  public Optional<CatalogRow> holder(String command) {
    return rows.values().stream().filter(each -> each.commands().contains(command)).findFirst();
  }

  /** Returns whether {@link #find} finds a row of programs that are fetched or built. */
  public boolean has(String name) {
    return rows.values().stream()
        .filter(row -> !row.programs().isEmpty())
        .anyMatch(row -> row.name().equals(name) || row.commands().contains(name));
  }

  /** Returns what a program needs, by its hash: only bytes that a row pins have needs. */
  public Needs needs(ArtifactId artifact) {
    return needs.getOrDefault(artifact, Needs.NONE);
  }

  /** Returns the files that come with a program, by their paths, with their hashes. */
  public Map<String, ArtifactId> resources(ArtifactId artifact) {
    return rows.values().stream()
        .flatMap(row -> row.programs().stream())
        .filter(each -> each.artifact().equals(artifact))
        .map(Program::resources)
        .findFirst()
        .orElse(Map.of());
  }

  /** Returns the row and program with this command name and hash. */
  public Optional<Program> program(String command, ArtifactId artifact) {
    return rows.values().stream()
        .flatMap(row -> row.programs().stream())
        .filter(each -> each.artifact().equals(artifact) && each.names().contains(command))
        .findFirst();
  }
}
