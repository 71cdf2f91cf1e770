package dev.escarole.web.app.local;

import dev.escarole.engine.run.Content;
import java.util.List;

/**
 * A command that somebody wants to try by itself. Immutable.
 *
 * @param arguments each as it is; nothing in them is split or expanded
 * @param stdin what it reads
 * @param directories as in {@link LaunchOrder}
 * @param mostOutput bytes that it may print to each of its outputs; the policy may allow fewer
 */
public record CommandCall(
    String command,
    List<String> arguments,
    Content stdin,
    List<String> directories,
    long mostOutput) {

  public CommandCall {
    arguments = List.copyOf(arguments);
    directories = List.copyOf(directories);
  }
}
