package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.local.HostedCommands;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Console;
import java.util.function.Supplier;

/** Where commands are listed and changed: a server, or a data directory without a database. */
interface CommandsPlace extends AutoCloseable {

  CommandList list();

  AddedCommand add(AddCommandRequest request);

  void remove(String name);

  @Override
  void close();

  /**
   * Opens the place that the options name.
   *
   * @param host opens the data directory, if the options name no server
   */
  static CommandsPlace open(
      Console console, ServerOption server, PrincipalOptions who, Supplier<CommandHost> host) {
    RemoteEscarole remote = server.refusing(who::refuseAtServer).escarole(console);
    return remote == null
        ? new Here(new HostedCommands(host.get(), who.principal()))
        : new There(remote);
  }

  /** In the data directory. */
  record Here(HostedCommands commands) implements CommandsPlace {
    @Override
    public CommandList list() {
      return commands.commands();
    }

    @Override
    public AddedCommand add(AddCommandRequest request) {
      return commands.addCommand(request);
    }

    @Override
    public void remove(String name) {
      commands.removeCommand(new CommandName(name));
    }

    @Override
    public void close() {
      commands.close();
    }
  }

  /** At a server. */
  record There(Escarole escarole) implements CommandsPlace {
    @Override
    public CommandList list() {
      return escarole.commands(CommandsQuery.BRIEF);
    }

    @Override
    public AddedCommand add(AddCommandRequest request) {
      return escarole.addCommand(request);
    }

    @Override
    public void remove(String name) {
      escarole.removeCommand(new CommandName(name));
    }

    @Override
    public void close() {}
  }
}
