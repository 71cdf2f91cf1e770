package dev.escarole.recipe.handle;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.LimitException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Reads Command Handles in JSON or YAML. Immutable and thread-safe. */
public final class HandleReader {
  private final RecipeLimits limits;
  private final InstantSource clock;

  /** Creates a reader with the default limits. */
  public HandleReader() {
    this(RecipeLimits.DEFAULTS);
  }

  public HandleReader(RecipeLimits limits) {
    this(limits, InstantSource.system());
  }

  /** Creates a reader with these limits that measures time with {@code clock}. */
  public HandleReader(RecipeLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Reads a file; its extension says whether it is JSON or YAML.
   *
   * @throws dev.escarole.recipe.RecipeException listing every error in the file, in document order
   */
  public CommandHandle read(Path file) {
    return read(Document.read(file, limits));
  }

  /** Reads a text as the content of {@code fileName}. */
  public CommandHandle read(String text, String fileName) {
    return read(Document.read(text, fileName, limits));
  }

  /** Reads a handle from a document. */
  public CommandHandle read(Document document) {
    try {
      return read(document, limits.deadline(clock));
    } catch (LimitException reached) {
      throw new RecipeException(
          List.of(document.error(reached.code(), reached.message(), reached.hint(), "")));
    }
  }

  /** Reads a handle within a deadline that is shared with others. */
  static CommandHandle read(Document document, Deadline deadline) {
    return new HandleParser(document, deadline).parse();
  }

  /** Whether a document is a handle: an object that names a handler. */
  public static boolean isHandle(Document document) {
    return document.plain() instanceof Map<?, ?> fields
        && (fields.containsKey(HandleField.HANDLE.key())
            || fields.containsKey(HandleField.HANDLER.key()));
  }
}
