package dev.escarole.web.app.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.Documented;
import java.util.List;

/** A command that was just frozen. */
public record FrozenPicture(
    String name,
    String artifact,
    ArgumentMode mode,
    @Documented("The artifact that was frozen.") String parent,
    @Documented("The exported functions that ran, in order.") List<String> initializers,
    @Documented("Directories that the initializer could read.") List<FrozenDirectory> directories,
    @Documented("Seed of its random numbers.") long seed,
    @Documented("Fuel that it used.") long fuelUsed,
    @Documented("Memory that each call begins with.") long memoryBytes,
    @Documented("Size of the frozen program.") long bytes,
    @Documented("Standard output of the initializer.") String stdout,
    @Documented("Its standard error.") String stderr) {

  public FrozenPicture {
    initializers = List.copyOf(initializers);
    directories = List.copyOf(directories);
  }

  /** A directory that the initializer could read. */
  public record FrozenDirectory(
      @Documented("Its guest path.") String guest,
      @Documented("SHA-256 of its content, in hex.") String sha256) {}
}
