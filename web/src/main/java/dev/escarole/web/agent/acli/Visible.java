package dev.escarole.web.agent.acli;

import java.util.ArrayList;
import java.util.List;

/** Leaves out of a tree of commands what a caller may not use. */
final class Visible {

  private Visible() {}

  static List<CommandDefinition> of(List<CommandDefinition> roots, Access access) {
    return level(roots, List.of(), access);
  }

  private static List<CommandDefinition> level(
      List<CommandDefinition> commands, List<String> above, Access access) {
    List<CommandDefinition> visible = new ArrayList<>();
    for (CommandDefinition command : commands) {
      List<String> path = new ArrayList<>(above);
      path.add(command.name());
      if (!access.denies(path)) {
        visible.add(command.withSubcommands(level(command.subcommands(), path, access)));
      }
    }
    return visible;
  }
}
