package dev.escarole.recipe;

import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.LimitException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** Reads recipe files, JSON or YAML. Immutable and safe for use by many threads. */
public final class RecipeReader {
  private final RecipeLimits limits;
  private final InstantSource clock;

  /** A reader with the default limits. */
  public RecipeReader() {
    this(RecipeLimits.DEFAULTS);
  }

  public RecipeReader(RecipeLimits limits) {
    this(limits, InstantSource.system());
  }

  /** A reader with these limits, whose times come from a clock. */
  public RecipeReader(RecipeLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Reads a file; its extension says whether it is JSON or YAML.
   *
   * @throws RecipeException listing every mistake in the file, in the order of its text
   */
  public Recipe read(Path file) {
    return read(Document.read(file, limits));
  }

  /**
   * Reads a text as if it stood in {@code fileName}.
   *
   * @throws RecipeException listing every mistake in the text, in its order
   */
  public Recipe read(String text, String fileName) {
    return read(Document.read(text, fileName, limits));
  }

  /**
   * Makes a recipe of a file that was read before.
   *
   * @throws RecipeException listing every mistake in it, in the order of its text
   */
  public Recipe read(Document document) {
    Deadline deadline = limits.deadline(clock);
    Problems problems = new Problems(document.fileName(), deadline);
    problems.addAll(document.mistakes());
    try {
      return new RecipeParser(problems).parse(document.source());
    } catch (LimitException reached) {
      throw new RecipeException(
          List.of(document.error(reached.code(), reached.message(), reached.hint(), "")));
    }
  }
}
