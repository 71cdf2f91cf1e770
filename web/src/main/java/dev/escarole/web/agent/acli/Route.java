package dev.escarole.web.agent.acli;

import java.util.List;

/**
 * The command that a line names, and the words behind its name.
 *
 * @param path the words of its name
 */
record Route(List<String> path, CommandDefinition command, List<String> rest) {

  String name() {
    return String.join(" ", path);
  }
}
