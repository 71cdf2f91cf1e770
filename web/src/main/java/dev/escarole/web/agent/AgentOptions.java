package dev.escarole.web.agent;

import dev.escarole.engine.command.DirectoryGrant;
import java.util.List;

/**
 * How agents are served. Immutable.
 *
 * @param version of Escarole
 * @param directories what every run gets beside its workspace, if the principal's policy grants it
 * @param strict whether characters that shells give a meaning to are refused
 */
public record AgentOptions(String version, List<DirectoryGrant> directories, boolean strict) {
  public AgentOptions {
    directories = List.copyOf(directories);
  }
}
