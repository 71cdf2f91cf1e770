package dev.escarole.web.app.command;

import java.util.List;

/** All commands, sorted by name. */
public record CommandList(List<CommandPicture> commands) {
  public CommandList {
    commands = List.copyOf(commands);
  }
}
