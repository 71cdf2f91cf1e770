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

/** Reads Command Handles, JSON or YAML. Immutable and safe for use by many threads. */
public final class HandleReader {
  private final RecipeLimits limits;
  private final InstantSource clock;

  /** A reader with the default limits. */
  public HandleReader() {
    this(RecipeLimits.DEFAULTS);
  }

  public HandleReader(RecipeLimits limits) {
    this(limits, InstantSource.system());
  }

  /** A reader with these limits, whose times come from a clock. */
  public HandleReader(RecipeLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Reads a file; its extension says whether it is JSON or YAML.
   *
   * @throws dev.escarole.recipe.RecipeException listing every mistake in the file, in the order of
   *     its text
   */
  public CommandHandle read(Path file) {
    return read(Document.read(file, limits));
  }

  /** Reads a text as if it stood in {@code fileName}; otherwise as the other {@code read}. */
  public CommandHandle read(String text, String fileName) {
    return read(Document.read(text, fileName, limits));
  }

  /** Makes a handle of a file that was read before; otherwise as the other {@code read}. */
  public CommandHandle read(Document document) {
    try {
      return read(document, limits.deadline(clock));
    } catch (LimitException reached) {
      throw new RecipeException(
          List.of(document.error(reached.code(), reached.message(), reached.hint(), "")));
    }
  }

  /** Likewise, by a deadline that holds for more than this handle. */
  static CommandHandle read(Document document, Deadline deadline) {
    return new HandleParser(document, deadline).parse();
  }

  /** Whether a file is meant as a handle: an object that names a handler. */
  public static boolean isHandle(Document document) {
    return document.plain() instanceof Map<?, ?> fields
        && (fields.containsKey(HandleField.HANDLE.key())
            || fields.containsKey(HandleField.HANDLER.key()));
  }
}
