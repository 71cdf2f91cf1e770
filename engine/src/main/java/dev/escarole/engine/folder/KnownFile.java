package dev.escarole.engine.folder;

import dev.escarole.engine.folder.FolderEntry.Reading;
import dev.escarole.engine.folder.FolderScan.Found;
import dev.escarole.engine.folder.FolderScan.Stamp;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeFile;
import dev.escarole.recipe.RecipeLibrary;
import dev.escarole.recipe.RecipeNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** State of a file between scans. Confined to the scanning thread. */
final class KnownFile {

  /** Resolution of file times: changes within it may have the same time. */
  private static final Duration TICK = Duration.ofSeconds(2);

  private final DefinitionReader reader;
  private final Duration quiet;

  private @Nullable Found found;
  private @Nullable Stamp lastStamp;
  private Instant sameSince = Instant.EPOCH;
  private @Nullable Stamp readStamp;
  private boolean settled;
  private @Nullable Reading reading;
  private @Nullable Definition definition;
  private @Nullable Instant invalidSince;
  private boolean page;

  /** Whether it was read but its imports were not resolved, not even in an earlier version. */
  private boolean unresolved;

  /** The text of the last reading, if it could be parsed. */
  private @Nullable Document document;

  /** The text that recipes import: without imports of its own, the last valid one. */
  private @Nullable Document importable;

  KnownFile(DefinitionReader reader, Duration quiet) {
    this.reader = reader;
    this.quiet = quiet;
  }

  /**
   * Processes the result of a scan.
   *
   * @param atOnce whether the file is read even if it has just changed
   * @return whether the current version has been read; if not, scan again later
   */
  boolean look(Found now, Instant at, boolean atOnce) {
    if (!now.stamp().equals(lastStamp)) {
      lastStamp = now.stamp();
      sameSince = at;
    }
    if (settled && now.stamp().equals(readStamp)) {
      return true;
    }
    boolean wasQuiet = Duration.between(sameSince, at).compareTo(quiet) >= 0;
    if (!atOnce && !wasQuiet) {
      return false;
    }
    found = now;
    readStamp = now.stamp();
    settled = now.stamp().modified().plus(TICK).isBefore(at);
    DefinitionReader.Result result = reader.read(now, at);
    page = result.isPage();
    document = result.document();
    if (result.hasImports()) {
      importable = document;
      unresolved = true;
    } else {
      unresolved = false;
      take(result, at);
    }
    return true;
  }

  /** All paths and names by which it may be imported. */
  List<String> meanings() {
    return found == null
        ? List.of()
        : RecipeNames.meanings(path(), document == null ? null : document.givenName());
  }

  /** Whether a change of the files with these paths and names can change the recipe. */
  boolean dependsOn(Set<String> changed) {
    return unresolved
        || invalidSince != null
        || definition == null
        || definition.recipe().mayMean(changed);
  }

  /** Whether it is a recipe with imports. */
  boolean hasImports() {
    return document != null && document.hasImports();
  }

  /** Resolves the imports again. */
  void resolve(RecipeLibrary library, Instant at) {
    if (document != null) {
      unresolved = false;
      take(reader.resolve(document, library, path(), at), at);
    }
  }

  private void take(DefinitionReader.Result result, Instant at) {
    Reading before = reading;
    boolean sameFiles = sources(definition).equals(sources(result.definition()));
    if (before != null
        && before.source().equals(result.reading().source())
        && before.problems().equals(result.reading().problems())
        && (result.definition() == null || sameFiles)) {
      return;
    }
    if (result.definition() != null) {
      importable = result.document();
    } else if (importable == null) {
      importable = result.document();
    }
    reading = result.reading();
    if (result.definition() != null) {
      definition = result.definition();
      invalidSince = null;
    } else if (invalidSince == null) {
      invalidSince = at;
    }
  }

  private static List<RecipeFile> sources(@Nullable Definition definition) {
    return definition == null ? List.of() : definition.recipe().sources();
  }

  boolean wasRead() {
    return reading != null && !page;
  }

  /** Its path in the folder. */
  String path() {
    return FolderScan.slashed(Objects.requireNonNull(found).path());
  }

  /**
   * The text for recipes that import the file.
   *
   * @throws RecipeException if there never was a text that could be parsed
   */
  Document importable() {
    if (importable == null) {
      throw new RecipeException(reading().problems());
    }
    return importable;
  }

  /** Whether recipes can import the file. */
  boolean isImportable() {
    return !page && (importable != null || (reading != null && !unresolved));
  }

  @Nullable Definition definition() {
    return definition;
  }

  Reading reading() {
    return Objects.requireNonNull(reading);
  }

  @Nullable Instant invalidSince() {
    return invalidSince;
  }

  FolderEntry.FolderFile file() {
    Found last = Objects.requireNonNull(found);
    return new FolderEntry.FolderFile(
        FolderScan.slashed(last.path()), last.stamp().size(), last.stamp().modified());
  }

  String wantedName() {
    String given = definition == null ? null : definition.givenName();
    String path = path();
    String space = RecipeNames.space(path);
    if (given != null) {
      return given;
    }
    return space.isEmpty() ? path.substring(path.lastIndexOf('/') + 1) : RecipeNames.name(path);
  }
}
