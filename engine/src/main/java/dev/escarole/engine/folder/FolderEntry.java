package dev.escarole.engine.folder;

import dev.escarole.engine.folder.Definition.DefinitionKind;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.handle.CommandHandle;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file in the folder, with its definition and problems. Immutable.
 *
 * @param name unique name: set by the author, or else the file name; its path if the name is
 *     already taken. Arbitrary text, so escape it
 * @param reading the current text and its problems
 * @param definition the last valid version; null if there was none since the folder was opened, or
 *     if another file has the name
 * @param invalidSince when the file was found to be invalid; null if it is valid
 */
public record FolderEntry(
    String name,
    FolderFile file,
    Reading reading,
    @Nullable Definition definition,
    @Nullable Instant invalidSince) {

  /**
   * Attributes of the file.
   *
   * @param path relative to the folder, with {@code /} as separator; arbitrary text, so escape it
   * @param bytes its size
   */
  public record FolderFile(String path, long bytes, Instant modified) {}

  /**
   * A text and its problems.
   *
   * @param source the text, for {@link dev.escarole.recipe.SourceExcerpt}; empty if not readable
   * @param problems errors and warnings in document order, at most 200
   * @param at when it was read
   */
  public record Reading(DefinitionKind kind, String source, List<Problem> problems, Instant at) {

    private static final int MOST_PROBLEMS = 200;

    public Reading {
      problems = problems.stream().limit(MOST_PROBLEMS).toList();
    }
  }

  /** Whether the current text is valid. */
  public boolean valid() {
    return reading.problems().stream().noneMatch(each -> each.severity() == Severity.ERROR);
  }

  /** The kind of its current text, or else of the version in force. */
  public DefinitionKind kind() {
    return reading.kind() == DefinitionKind.UNKNOWN && definition != null
        ? definition.kind()
        : reading.kind();
  }

  /** The recipe to run: the one in force, or one that calls the handle in force. */
  public Optional<Recipe> runnable() {
    return Optional.ofNullable(definition).map(Definition::recipe);
  }

  /** The recipe in force, if any. */
  public Optional<Recipe> recipe() {
    return runnable().filter(recipe -> handle().isEmpty());
  }

  /** The Command Handle in force, if any. */
  public Optional<CommandHandle> handle() {
    return Optional.ofNullable(definition).map(Definition::handle);
  }
}
