package dev.escarole.web.agent.acli;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command: its name, arguments and handler (acli, section 7.4). Immutable.
 *
 * @param handler executes it; null for a group of commands
 * @param examples valid lines
 * @param outputSchema JSON Schema of its data
 */
public record CommandDefinition(
    String name,
    String description,
    List<CommandDefinition> subcommands,
    List<ArgumentDefinition> arguments,
    @Nullable Handler handler,
    List<String> examples,
    Map<String, ?> outputSchema) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if one is invalid or duplicate
   */
  public CommandDefinition {
    subcommands = List.copyOf(subcommands);
    arguments = List.copyOf(arguments);
    examples = List.copyOf(examples);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a valid command name: use letters, digits, _ and -, starting with a letter"
              .formatted(name));
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

  /** A command with a handler. */
  public static CommandDefinition of(
      String name,
      String description,
      List<ArgumentDefinition> arguments,
      Handler handler,
      List<String> examples,
      Map<String, ?> outputSchema) {
    return new CommandDefinition(
        name, description, List.of(), arguments, handler, examples, outputSchema);
  }

  /** A group of commands. */
  public static CommandDefinition group(
      String name, String description, List<CommandDefinition> subcommands) {
    return new CommandDefinition(
        name, description, subcommands, List.of(), null, List.of(), Map.of("type", "object"));
  }

  /** Returns this command with subcommands. */
  public CommandDefinition withSubcommands(List<CommandDefinition> more) {
    return new CommandDefinition(
        name, description, more, arguments, handler, examples, outputSchema);
  }

  boolean takesPositionals() {
    return arguments.stream().anyMatch(argument -> !argument.isOption());
  }
}
