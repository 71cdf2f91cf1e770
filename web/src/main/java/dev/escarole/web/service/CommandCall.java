package dev.escarole.web.service;

import dev.escarole.engine.run.Content;
import java.util.List;

/**
 * A command that somebody wants to try by itself. Immutable.
 *
 * @param arguments each as it is; nothing in them is split or expanded
 * @param stdin what it reads
 */
public record CommandCall(String command, List<String> arguments, Content stdin) {

  public CommandCall {
    arguments = List.copyOf(arguments);
  }
}
