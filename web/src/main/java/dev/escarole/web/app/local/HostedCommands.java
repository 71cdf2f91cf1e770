package dev.escarole.web.app.local;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.FreezeRequest;
import dev.escarole.web.app.command.FrozenPicture;
import java.util.List;

/**
 * The verbs about commands over a data directory alone, which needs no database for them. Refuses
 * what an installation refuses. Thread-safe.
 */
public final class HostedCommands implements AutoCloseable {

  private final CommandHost host;
  private final Principal principal;

  /**
   * @param host is closed with this
   * @param principal asks
   */
  public HostedCommands(CommandHost host, Principal principal) {
    this.host = host;
    this.principal = principal;
  }

  /** Lists the commands that recipes can name. */
  public CommandList commands() {
    return new CommandList(
        host.registry().commands().stream().map(CommandReading::picture).toList());
  }

  /** Adds a command, or replaces its program. */
  public AddedCommand addCommand(AddCommandRequest request) {
    ArgumentMode mode = request.mode() == null ? ArgumentMode.ARGV : request.mode();
    return addCommands(List.of(new Addition(request.name(), request.program(), mode))).get(0);
  }

  /** Adds several commands, or replaces their programs: all, or none if one is refused. */
  public List<AddedCommand> addCommands(List<Addition> additions) {
    try {
      host.requireChanging(principal);
      return host.addAll(additions).stream()
          .map(added -> CommandReading.added(added, host.program(added)))
          .toList();
    } catch (CommandRefusedException e) {
      throw CommandActions.refusal(e);
    }
  }

  /** Freezes a command's program and adds the result as another command. */
  public FrozenPicture freeze(FreezeRequest request) {
    try {
      host.requireChanging(principal);
      Command unused = CommandActions.find(host.registry(), request.name());
      FreezeCommand asked = CommandReading.asked(request);
      return CommandReading.frozen(CommandActions.frozen(() -> host.freeze(principal, asked)));
    } catch (CommandRefusedException e) {
      throw CommandActions.refusal(e);
    }
  }

  /** Refuses a principal that may not add commands. */
  public void requireChanging() {
    try {
      host.requireChanging(principal);
    } catch (CommandRefusedException e) {
      throw CommandActions.refusal(e);
    }
  }

  /** The refusal of a change in the words of all faces. */
  public static RefusedException refusal(CommandRefusedException e) {
    return CommandActions.refusal(e);
  }

  /**
   * The command of this name.
   *
   * @throws RefusedException if there is none, with the nearest names
   */
  public static Command find(CommandRegistry commands, String name) {
    return CommandActions.find(commands, name);
  }

  /** Removes an added command; replies with it. */
  public CommandPicture removeCommand(CommandName name) {
    try {
      host.requireChanging(principal);
      Command command = CommandActions.find(host.registry(), name.name());
      if (!host.remove(name.name())) {
        throw CommandActions.alreadyRemoved(name.name());
      }
      return CommandReading.picture(command);
    } catch (CommandRefusedException e) {
      throw CommandActions.refusal(e);
    }
  }

  @Override
  public void close() {
    host.close();
  }
}
