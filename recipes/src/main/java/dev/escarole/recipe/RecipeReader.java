package dev.escarole.recipe;

import java.nio.file.Path;

/** Reads recipe files, JSON or YAML. Immutable and safe for use by many threads. */
public final class RecipeReader {
  private final RecipeLimits limits;

  /** A reader with the default limits. */
  public RecipeReader() {
    this(RecipeLimits.DEFAULTS);
  }

  public RecipeReader(RecipeLimits limits) {
    this.limits = limits;
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
    Problems problems = new Problems(document.fileName());
    problems.addAll(document.mistakes());
    return new RecipeParser(problems).parse(document.source());
  }
}
