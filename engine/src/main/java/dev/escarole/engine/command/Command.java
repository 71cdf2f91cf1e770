package dev.escarole.engine.command;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A registered program: the artifact that runs when a recipe names this command. The guest sees the
 * name as its {@code argv[0]}, so several commands can share one artifact.
 *
 * @param name the name that recipes use; see {@link #isValidName}
 * @param origin who bound the name to the artifact
 * @param mode how the program receives its arguments
 * @param lineage how the program was frozen; null if it was not
 * @param provenance how the program was built here; null if it was not
 */
public record Command(
    String name,
    ArtifactId artifact,
    Origin origin,
    ArgumentMode mode,
    @Nullable Lineage lineage,
    @Nullable Provenance provenance) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");

  /** Where a command comes from. */
  public enum Origin {
    /** Shipped with Escarole and pinned by hash; its name is reserved. */
    BUILT_IN,
    /** Registered by a user. */
    REGISTERED
  }

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid
   */
  public Command {
    if (!isValidName(name)) {
      throw new IllegalArgumentException(
          "Command.name must consist of letters, digits, '_', '.' and '-', must not begin with '-'"
              + " and must be neither '.' nor '..', was '"
              + name
              + "'");
    }
  }

  /** A command whose program was neither frozen nor built here. */
  public Command(String name, ArtifactId artifact, Origin origin, ArgumentMode mode) {
    this(name, artifact, origin, mode, null, null);
  }

  /** A command that takes its arguments as {@link ArgumentMode#ARGV}. */
  public Command(String name, ArtifactId artifact, Origin origin) {
    this(name, artifact, origin, ArgumentMode.ARGV);
  }

  /**
   * Returns whether this is a valid command name: letters, digits, {@code _}, {@code .} and {@code
   * -}, at least one of them, no leading {@code -}, and neither {@code .} nor {@code ..}.
   */
  public static boolean isValidName(String name) {
    return NAME.matcher(name).matches()
        && !name.startsWith("-")
        && !name.equals(".")
        && !name.equals("..");
  }
}
