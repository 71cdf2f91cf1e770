package dev.escarole.web.agent.mcp;

import dev.escarole.engine.command.DirectoryGrant;
import java.util.List;

/**
 * Options for serving agents. Immutable.
 *
 * @param directories additional directories of every run, if the principal's policy grants them
 * @param strict whether shell metacharacters are refused
 */
public record AgentOptions(String version, List<DirectoryGrant> directories, boolean strict) {
  public AgentOptions {
    directories = List.copyOf(directories);
  }
}
