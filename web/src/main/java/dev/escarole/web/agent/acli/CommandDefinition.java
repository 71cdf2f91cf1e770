package dev.escarole.web.agent.acli;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command: its words, what it takes, and what it does (acli, section 7.4). Immutable.
 *
 * @param handler what it does; null for a word that only groups others
 */
public record CommandDefinition(
    String name,
    String description,
    List<CommandDefinition> subcommands,
    List<ArgumentDefinition> arguments,
    @Nullable Handler handler,
    Manual manual) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  /**
   * What discovery tells besides.
   *
   * @param examples lines that are accepted
   * @param outputSchema JSON Schema of its data
   */
  public record Manual(List<String> examples, Map<String, ?> outputSchema) {

    /** Nothing. */
    public static final Manual NONE = new Manual(List.of(), Map.of("type", "object"));

    public Manual {
      examples = List.copyOf(examples);
    }
  }

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if one is not valid or stands twice
   */
  public CommandDefinition {
    subcommands = List.copyOf(subcommands);
    arguments = List.copyOf(arguments);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no name of a command: letters, digits, _ and -, a letter first".formatted(name));
    }
    Set<String> seen = new HashSet<>();
    for (ArgumentDefinition argument : arguments) {
      Character letter = argument.shortName();
      if (!seen.add(argument.key()) || (letter != null && !seen.add("-" + letter))) {
        throw new IllegalArgumentException(
            "command '%s' has two arguments named %s".formatted(name, argument.name()));
      }
    }
  }

  /** A command that does something. */
  public static CommandDefinition of(
      String name,
      String description,
      List<ArgumentDefinition> arguments,
      Handler handler,
      Manual manual) {
    return new CommandDefinition(name, description, List.of(), arguments, handler, manual);
  }

  /** A word that groups commands. */
  public static CommandDefinition group(
      String name, String description, List<CommandDefinition> subcommands) {
    return new CommandDefinition(name, description, subcommands, List.of(), null, Manual.NONE);
  }

  /** This command with others below it. */
  public CommandDefinition withSubcommands(List<CommandDefinition> more) {
    return new CommandDefinition(name, description, more, arguments, handler, manual);
  }

  boolean takesPositionals() {
    return arguments.stream().anyMatch(argument -> !argument.isOption());
  }
}
