package dev.escarole.web.agent.acli;

import java.util.List;

/** The commands that a gateway offers besides the reserved ones. Must be safe for many threads. */
@FunctionalInterface
public interface CommandSource {

  /** The commands at this moment, each name once. */
  List<CommandDefinition> commands();
}
