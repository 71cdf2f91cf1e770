package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogRow.Kind;
import dev.escarole.engine.catalog.SourceBuild.Archive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code source} of a row. */
final class SourceBuildReader {

  private static final Set<String> KEYS =
      Set.of("sha256", "more", "files", "except", "included", "options", "write", "main");
  private static final Set<String> MORE = Set.of("from", "sha256", "below");

  private SourceBuildReader() {}

  /**
   * Reads how a row is built.
   *
   * @param from the row's own coordinate
   */
  static SourceBuild read(Kind kind, Coordinate from, @Nullable Object value) {
    Map<String, Object> source = CatalogReader.map(value, "source", KEYS);
    if (source.containsKey("main") == (kind == Kind.C)) {
      throw new CatalogReader.Mistake(
          kind == Kind.C
              ? "main is for rows of kind js and python"
              : "main is missing: the file that is run");
    }
    if (kind != Kind.C && source.containsKey("included")) {
      throw new CatalogReader.Mistake("included is for rows of kind c");
    }
    List<Archive> archives = new ArrayList<>();
    archives.add(new Archive(from, CatalogReader.hash(source, "sha256"), ""));
    if (source.get("more") instanceof List<?> more) {
      more.forEach(each -> archives.add(archive(CatalogReader.map(each, "more", MORE))));
    } else if (source.get("more") != null) {
      throw new CatalogReader.Mistake("more must be a list");
    }
    List<String> files = CatalogReader.texts(source.get("files"), "files");
    if (files.isEmpty()) {
      throw new CatalogReader.Mistake("files must name at least one file of the archive");
    }
    Map<String, String> own = new LinkedHashMap<>();
    if (source.containsKey("write")) {
      Map<String, Object> written = CatalogReader.map(source.get("write"), "write", null);
      written.keySet().forEach(path -> own.put(path, CatalogReader.text(written, path)));
    }
    return new SourceBuild(
        archives,
        files,
        CatalogReader.texts(source.get("except"), "except"),
        CatalogReader.texts(source.get("included"), "included"),
        CatalogReader.optional(source, "main"),
        CatalogReader.texts(source.get("options"), "options"),
        own);
  }

  private static Archive archive(Map<String, Object> more) {
    return new Archive(
        Coordinate.Syntax.parse(CatalogReader.text(more, "from")),
        CatalogReader.hash(more, "sha256"),
        CatalogReader.optional(more, "below"));
  }
}
