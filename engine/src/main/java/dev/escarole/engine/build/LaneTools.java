package dev.escarole.engine.build;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Tools of a lane: commands of the sandbox, under its principal's policy, and two directories.
 * Guests of a build can be granted {@link #scratch} for writing and {@link #cache} for reading,
 * whatever the policy says; it decides about every other directory. Grant these directories as they
 * are: a directory inside them is refused, because a guest could replace it by a link. Thread-safe.
 */
public interface LaneTools {

  /** Returns whether a command of that name is registered. */
  default boolean has(String command) {
    return artifact(command).isPresent();
  }

  /** Returns the program of a command; empty if none of that name is registered. */
  Optional<ArtifactId> artifact(String command);

  /**
   * Returns a file that came with the program of a command, as the catalogue's row of that program
   * names it; empty if there is none, or it is not stored.
   */
  Optional<ArtifactId> resource(String command, String path);

  /**
   * Reads a program or a file that came with one.
   *
   * @throws BuildFailedException if it is missing or damaged
   */
  byte[] read(ArtifactId artifact) throws BuildFailedException;

  /**
   * Calls a command.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  InvocationResult execute(Invocation invocation) throws InterruptedException;

  /**
   * Freezes the program of a command once more, such as with the program of a script that it has
   * read. Nothing is registered.
   *
   * @param request its {@code as} is ignored; its directories are as those of a call
   * @return the frozen module
   * @throws BuildFailedException if it is refused; the message holds its standard error
   * @throws InterruptedException if the thread is interrupted
   */
  byte[] freeze(FreezeCommand request) throws BuildFailedException, InterruptedException;

  /**
   * Runs a recipe to its end, as an ordinary run that others can watch.
   *
   * @param recipe the recipe as JSON
   * @param directories what its leaves see besides their workspace, such as {@link #scratch} as
   *     {@code /build}
   * @throws BuildFailedException if the recipe is refused or its run does not succeed; the message
   *     holds the standard error of the first failed leaf
   * @throws InterruptedException if the thread is interrupted
   */
  void run(String recipe, List<DirectoryGrant> directories)
      throws BuildFailedException, InterruptedException;

  /** Returns an empty directory, which is deleted after the build. */
  Path scratch();

  /**
   * Returns a directory that this lane keeps between builds, such as for headers, or for objects by
   * their hash. Only the lane's own code writes there, as several builds and principals share it:
   * write each file under another name first, and move it.
   */
  Path cache();

  /** Tells the user what is being done, one line at a time. */
  void progress(String line);
}
