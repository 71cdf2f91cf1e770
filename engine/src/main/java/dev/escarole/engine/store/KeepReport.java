package dev.escarole.engine.store;

import java.util.List;

/**
 * Which files an entry of a recipe's {@code artifacts} has kept, and which it has not. Immutable.
 *
 * @param name of the entry
 * @param pattern as resolved for the run
 * @param matches files that the pattern matched
 * @param files how many of them were kept
 * @param bytes their size together
 * @param problems the first files that were not kept, and what else is missing
 * @param more problems that are not listed
 */
public record KeepReport(
    String name,
    String pattern,
    int matches,
    int files,
    long bytes,
    List<KeepProblem> problems,
    int more) {

  /** Maximum number of problems that are listed. */
  public static final int MOST_LISTED = 20;

  public KeepReport {
    problems = List.copyOf(problems);
  }

  /**
   * Why a file was not kept.
   *
   * @param path of the file in the workspace, or of a directory; empty for the whole workspace
   * @param why a phrase such as {@code it is a symbolic link}
   */
  public record KeepProblem(String path, String why) {}
}
