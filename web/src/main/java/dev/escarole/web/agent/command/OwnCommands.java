package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.Access;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.CommandSource;
import dev.escarole.web.app.system.PrincipalRights;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that agents can do with Escarole. A command for each recipe on offer comes and goes with it.
 * Safe for use by many threads.
 */
public final class OwnCommands implements CommandSource {

  private final Desk desk;
  private final CustomCommands custom;
  private final List<CommandDefinition> fixed;
  private volatile Made made = new Made(Long.MIN_VALUE, List.of());

  /** The commands for one state of what is on offer. */
  private record Made(long version, List<CommandDefinition> commands) {}

  public OwnCommands(Desk desk) {
    this.desk = desk;
    Launching launching = new Launching(desk);
    this.custom = new CustomCommands(launching);
    List<CommandDefinition> own = new ArrayList<>(new RecipeCommands(desk, launching).commands());
    own.add(new RunCommands(desk, launching).command());
    own.add(new StepCommands(desk).joins());
    own.addAll(new ToolCommands(desk).commands());
    this.fixed = own.stream().map(Refusals::translated).toList();
  }

  @Override
  public List<CommandDefinition> commands() {
    long version = desk.shelf().version();
    Made last = made;
    if (last.version() != version) {
      List<CommandDefinition> all = new ArrayList<>(fixed);
      custom.of(desk.shelf().offers()).forEach(each -> all.add(Refusals.translated(each)));
      last = new Made(version, List.copyOf(all));
      made = last;
    }
    return last.commands();
  }

  /** What a principal may use: nothing that its policy does not grant. */
  public Access access(String principal) {
    PrincipalRights rights = desk.rights(principal);
    Set<List<String>> denied = new HashSet<>();
    if (!rights.allows()) {
      commands().forEach(command -> denied.add(List.of(command.name())));
    }
    if (!rights.managesCommands()) {
      denied.add(List.of("commands"));
    }
    if (!rights.exec()) {
      denied.add(List.of("shell"));
    }
    return new Access(Optional.empty(), denied);
  }
}
