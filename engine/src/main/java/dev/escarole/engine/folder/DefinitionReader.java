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
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the files of the folder. Immutable. */
final class DefinitionReader {

  private static final Logger LOG = LoggerFactory.getLogger(DefinitionReader.class);
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final RecipeLimits limits;

  /**
   * The result of reading a file.
   *
   * @param definition null if the file is invalid
   */
  record Result(Reading reading, @Nullable Definition definition) {}

  DefinitionReader(RecipeLimits limits) {
    this.limits = limits;
  }

  Result read(Found file, Instant at) {
    String name = FolderScan.slashed(file.path());
    String refusal = file.refusal();
    if (refusal != null) {
      return unreadable(name, refusal, at);
    }
    try (InputStream in = Files.newInputStream(file.real(), LinkOption.NOFOLLOW_LINKS)) {
      return read(in.readNBytes(limits.maxBytes() + 1), name, at);
    } catch (IOException e) {
      return unreadable(name, "cannot be read: " + e.getClass().getSimpleName(), at);
    } catch (RuntimeException e) {
      // One file must not affect the others.
      LOG.error("BUG: reading a file of the recipe folder failed; other files are not affected", e);
      return unreadable(name, "cannot be read because of an internal error:  " + e, at);
    }
  }

  private Result read(byte[] bytes, String name, Instant at) {
    DefinitionKind kind = DefinitionKind.UNKNOWN;
    String text = bytes.length > limits.maxBytes() ? "" : lenient(bytes);
    try {
      Document document = Document.read(bytes, name, limits);
      text = document.text();
      boolean isHandle = HandleReader.isHandle(document);
      kind = isHandle ? DefinitionKind.HANDLE : DefinitionKind.RECIPE;
      CommandHandle handle = isHandle ? new HandleReader(limits).read(document) : null;
      Recipe recipe = new RecipeReader(limits).read(document);
      List<Problem> warnings = handle == null ? recipe.warnings() : handle.warnings();
      return new Result(new Reading(kind, text, warnings, at), new Definition(recipe, handle));
    } catch (RecipeException e) {
      return new Result(new Reading(kind, text, e.problems(), at), null);
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
    return new Result(new Reading(DefinitionKind.UNKNOWN, "", List.of(problem), at), null);
  }
}
