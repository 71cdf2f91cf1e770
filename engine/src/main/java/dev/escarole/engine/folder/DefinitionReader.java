package dev.escarole.engine.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.escarole.engine.folder.Definition.DefinitionKind;
import dev.escarole.engine.folder.FolderEntry.Reading;
import dev.escarole.engine.folder.FolderScan.Found;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLibrary;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.HandleReader;
import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the files of the folder. Confined to the scanning thread. */
final class DefinitionReader {

  private static final Logger LOG = LoggerFactory.getLogger(DefinitionReader.class);
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final RecipeLimits limits;
  private final RecipeLibrary folder;
  private int count;

  /**
   * The result of reading a file.
   *
   * @param definition null if the file is invalid, or has imports and is still to be resolved
   * @param document the parsed file; null if it cannot be parsed
   */
  record Result(Reading reading, @Nullable Definition definition, @Nullable Document document) {

    /** Whether {@link DefinitionReader#resolve} must follow, once all files are read. */
    boolean hasImports() {
      return document != null && document.hasImports();
    }

    /** Whether it is a page for people. */
    boolean isPage() {
      return document == null
          && reading.problems().stream().anyMatch(each -> each.code().equals(Codes.BAD_MARKDOWN))
          && !Document.mayBeMarkdownRecipe(reading.source());
    }
  }

  DefinitionReader(Path root, RecipeLimits limits) {
    this.limits = limits;
    this.folder = new FolderLibrary(root, List.of());
  }

  /** How many files were read so far. */
  int count() {
    return count;
  }

  Result read(Found file, Instant at) {
    count++;
    String name = FolderScan.slashed(file.path());
    String refusal = file.refusal();
    if (refusal != null) {
      return unreadable(name, refusal, at);
    }
    try (InputStream in = Files.newInputStream(file.real(), LinkOption.NOFOLLOW_LINKS)) {
      return read(in.readNBytes(limits.maxBytes() + 1), name, at);
    } catch (IOException e) {
      return unreadable(name, "cannot be read: " + e.getClass().getSimpleName(), at);
    } catch (RuntimeException | StackOverflowError e) {
      // One file must not affect the others.
      LOG.error("BUG: reading a file of the recipe folder failed; other files are not affected", e);
      return unreadable(name, "cannot be read because of an internal error: " + e, at);
    }
  }

  private Result read(byte[] bytes, String name, Instant at) {
    DefinitionKind kind = DefinitionKind.UNKNOWN;
    Document document = null;
    String text = bytes.length > limits.maxBytes() ? "" : lenient(bytes);
    try {
      document = Document.read(bytes, name, limits);
      text = document.text();
      if (document.hasImports()) {
        Reading unresolved = new Reading(DefinitionKind.RECIPE, text, List.of(), at);
        return new Result(unresolved, null, document);
      }
      boolean isHandle = HandleReader.isHandle(document);
      kind = isHandle ? DefinitionKind.HANDLE : DefinitionKind.RECIPE;
      CommandHandle handle = isHandle ? new HandleReader(limits).read(document) : null;
      Recipe recipe = new RecipeReader(limits).read(document, folder, name);
      List<Problem> warnings = handle == null ? recipe.warnings() : handle.warnings();
      Reading reading = new Reading(kind, text, warnings, at);
      return new Result(reading, new Definition(recipe, handle), document);
    } catch (RecipeException e) {
      return new Result(new Reading(kind, text, e.problems(), at), null, document);
    }
  }

  /** Reads a recipe with imports. */
  Result resolve(Document document, RecipeLibrary library, String path, Instant at) {
    try {
      Recipe recipe = new RecipeReader(limits).read(document, library, path);
      Reading reading = new Reading(DefinitionKind.RECIPE, document.text(), recipe.warnings(), at);
      return new Result(reading, new Definition(recipe, null), document);
    } catch (RecipeException e) {
      Reading reading = new Reading(DefinitionKind.RECIPE, document.text(), e.problems(), at);
      return new Result(reading, null, document);
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error(
          "BUG: the imports of a recipe could not be resolved; other files are not affected", e);
      return unreadable(path, "cannot be read because of an internal error: " + e, at);
    }
  }

  /** The decoded text, to be shown with its problems. */
  private static String lenient(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  private static Result unreadable(String name, String why, Instant at) {
    Problem problem =
        new Problem(Severity.ERROR, Codes.UNREADABLE_FILE, why, null, new Location(name, 0, 0, ""));
    return new Result(new Reading(DefinitionKind.UNKNOWN, "", List.of(problem), at), null, null);
  }
}
