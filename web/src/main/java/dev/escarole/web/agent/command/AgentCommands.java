package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AgentCaller.Access;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Gateway.CommandSource;
import dev.escarole.web.agent.acli.ParsedArguments;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.system.PrincipalRights;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All commands for agents, including one for each offered recipe. Thread-safe. */
public final class AgentCommands implements CommandSource {

  private final AgentContext context;
  private final CustomCommands custom;
  private final List<CommandDefinition> fixed;
  private volatile Made made = new Made(Long.MIN_VALUE, List.of());

  /** The commands for one version of the offered recipes. */
  private record Made(long version, List<CommandDefinition> commands) {}

  public AgentCommands(AgentContext context) {
    this.context = context;
    Launching launching = new Launching(context);
    this.custom = new CustomCommands(launching);
    List<CommandDefinition> own =
        new ArrayList<>(new RecipeCommands(context, launching).commands());
    own.add(new RunCommands(context, launching).command());
    own.add(new StepCommands(context).joins());
    own.add(new ApprovalCommands(context).command());
    own.addAll(new ToolCommands(context).commands());
    own.addAll(new BuildCommandSet(context).commands());
    own.add(new ScheduleCommandSet(context).command());
    own.add(new InboxCommand(context).command());
    own.add(new NotificationCommandSet(context).command());
    own.add(new RecipeTestCommand(context).command());
    this.fixed = List.copyOf(own);
  }

  @Override
  public List<CommandDefinition> commands() {
    long version = context.offered().version();
    Made last = made;
    if (last.version() != version) {
      List<CommandDefinition> all = new ArrayList<>(fixed);
      all.addAll(custom.of(context.offered().all()));
      last = new Made(version, List.copyOf(all));
      made = last;
    }
    return last.commands();
  }

  @Override
  public @Nullable AcliError explained(Throwable failure, ParsedArguments arguments) {
    return failure instanceof RefusedException refused
        ? Failures.of(refused.refusal(), arguments)
        : null;
  }

  /** What a principal may use: nothing that its policy does not grant. */
  public Access access(String principal) {
    PrincipalRights rights = context.rights(principal);
    Set<List<String>> denied = new HashSet<>();
    if (!rights.allows()) {
      commands().forEach(command -> denied.add(List.of(command.name())));
    }
    if (!rights.managesCommands()) {
      denied.add(List.of("commands"));
      denied.add(List.of("catalog"));
      denied.add(List.of("build"));
      denied.add(List.of("source"));
    }
    if (!rights.approves()) {
      denied.addAll(ApprovalCommands.ofDeciders());
    }
    if (!rights.exec()) {
      denied.add(List.of("shell"));
    }
    return new Access(Optional.empty(), denied);
  }
}
