package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.command.FreezeRequest;
import dev.escarole.web.app.command.FrozenPicture;
import dev.escarole.web.app.local.HostedCommands;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Console;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where commands are listed and changed: a server, or a data directory without a database.
 *
 * @param addAll adds several; all or none in a data directory, one after the other at a server,
 *     which does not learn of their parents
 * @param mayChange refuses a principal without the capability {@code commands}, before anything is
 *     fetched; a server does so later
 */
record CommandsPlace(
    Supplier<CommandList> list,
    Function<AddCommandRequest, AddedCommand> add,
    Function<FreezeRequest, FrozenPicture> freeze,
    Function<List<Addition>, List<AddedCommand>> addAll,
    Function<CommandName, CommandPicture> remove,
    Runnable mayChange,
    Runnable closing)
    implements AutoCloseable {

  /**
   * Opens the place that the options name.
   *
   * @param host opens the data directory, if the options name no server
   */
  static CommandsPlace open(
      Console console, ServerOption server, PrincipalOptions who, Supplier<CommandHost> host) {
    ServerOption.There there = server.refusing(who::refuseAtServer).there(console);
    if (there != null) {
      Escarole escarole = there.escarole();
      return new CommandsPlace(
          () -> escarole.commands(CommandsQuery.BRIEF),
          escarole::addCommand,
          escarole::freezeCommand,
          all -> all.stream().map(CommandsPlace::request).map(escarole::addCommand).toList(),
          escarole::removeCommand,
          () -> {},
          () -> {});
    }
    HostedCommands here = new HostedCommands(host.get(), who.principal());
    return new CommandsPlace(
        here::commands,
        here::addCommand,
        here::freeze,
        here::addCommands,
        here::removeCommand,
        here::requireChanging,
        here::close);
  }

  private static AddCommandRequest request(Addition addition) {
    return new AddCommandRequest(addition.name(), addition.mode(), addition.program());
  }

  @Override
  public void close() {
    closing.run();
  }
}
