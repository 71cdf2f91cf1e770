package dev.escarole.engine.command;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks to freeze the program of a command. Immutable.
 *
 * @param name the command
 * @param as the name of the frozen program
 * @param initializer the exported function that initializes it; null for the usual ones
 * @param start the exported function that starts it when it is frozen; null for its own
 * @param arguments what the initializer sees as arguments
 * @param environment the whole environment of the initializer
 * @param directories what the initializer may read; frozen read-only, whatever their mode
 * @param seed of the initializer's random numbers
 */
public record FreezeCommand(
    String name,
    String as,
    @Nullable String initializer,
    @Nullable String start,
    List<String> arguments,
    Map<String, String> environment,
    List<DirectoryGrant> directories,
    long seed) {

  /** Copies the collections. */
  public FreezeCommand {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    directories = List.copyOf(directories);
  }

  /** The name of a frozen program if none is given. */
  public static String usualName(String name) {
    return name + "-frozen";
  }
}
