package dev.escarole.engine.build;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import java.nio.file.Path;
import java.util.List;

/**
 * What a lane may use: commands of the sandbox, under its principal's policy, and a directory.
 * Thread-safe.
 */
public interface LaneTools {

  /** Returns whether a command of that name is registered. */
  boolean has(String command);

  /**
   * Calls a command.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  InvocationResult execute(Invocation invocation) throws InterruptedException;

  /**
   * Runs a recipe to its end, as an ordinary run that others can watch.
   *
   * @param recipe the recipe as JSON
   * @param directories what its leaves see
   * @throws BuildFailedException if the recipe is refused or its run does not succeed; the message
   *     holds the standard error of the first failed leaf
   * @throws InterruptedException if the thread is interrupted
   */
  void run(String recipe, List<DirectoryGrant> directories)
      throws BuildFailedException, InterruptedException;

  /** Returns a directory that lanes keep between builds, such as for objects by their hash. */
  Path cache();

  /** Tells the user what is being done, one line at a time. */
  void progress(String line);
}
