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
 * A file of the folder, what it defines, and what is wrong with it. Immutable.
 *
 * @param name what it is called, unlike every other entry: as its author wrote, else the name of
 *     the file; a file that cannot have the name that it asks for is listed under its path. Any
 *     text, so escape it
 * @param reading the present text and what is wrong with it
 * @param definition what is in force: the last version that was sound; null if there was none since
 *     the folder was opened, or if another file has the name
 * @param invalidSince when the file stopped being sound, or was found so; null while it is sound
 */
public record FolderEntry(
    String name,
    FolderFile file,
    Reading reading,
    @Nullable Definition definition,
    @Nullable Instant invalidSince) {

  /**
   * A file as the file system tells of it.
   *
   * @param path from the folder on, with {@code /} between the parts; any text, so escape it
   * @param bytes its size
   */
  public record FolderFile(String path, long bytes, Instant modified) {}

  /**
   * A text and what is wrong with it.
   *
   * @param source the text, for {@link dev.escarole.recipe.SourceExcerpt}; empty if it cannot be
   *     read
   * @param problems errors and warnings, in the order of the text; not more than the first 200
   * @param at when it was read
   */
  public record Reading(DefinitionKind kind, String source, List<Problem> problems, Instant at) {

    private static final int MOST_PROBLEMS = 200;

    public Reading {
      problems = problems.stream().limit(MOST_PROBLEMS).toList();
    }
  }

  /** Whether the present text can be used. */
  public boolean valid() {
    return reading.problems().stream().noneMatch(each -> each.severity() == Severity.ERROR);
  }

  /** What it is: as its present text says, or else what is in force. */
  public DefinitionKind kind() {
    return reading.kind() == DefinitionKind.UNKNOWN && definition != null
        ? definition.kind()
        : reading.kind();
  }

  /** What a run of it runs: the recipe in force, or the one that calls the handle in force. */
  public Optional<Recipe> runnable() {
    if (definition instanceof Definition.OfHandle called) {
      return Optional.of(called.recipe());
    }
    return recipe();
  }

  /** The recipe in force, if this is one. */
  public Optional<Recipe> recipe() {
    return definition == null
        ? Optional.empty()
        : definition.fold(Optional::of, handle -> Optional.empty());
  }

  /** The Command Handle in force, if this is one. */
  public Optional<CommandHandle> handle() {
    return definition == null
        ? Optional.empty()
        : definition.fold(recipe -> Optional.empty(), Optional::of);
  }
}
