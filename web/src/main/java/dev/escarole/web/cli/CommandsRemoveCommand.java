package dev.escarole.web.cli;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.command.CommandRefusedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes a name mean nothing any more. */
@Command(
    name = "remove",
    description = "Removes a command that was added. Calls under way go on; its artifact stays.",
    footerHeading = "%nExamples:%n",
    footer = "  escarole commands remove wordfreq")
final class CommandsRemoveCommand implements Callable<Integer> {

  private final CommandsCommand commands;
  private final Console console;
  @Mixin private PrincipalOptions who = new PrincipalOptions();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(index = "0", paramLabel = "NAME", description = "The command's name.")
  private String name = "";

  CommandsRemoveCommand(CommandsCommand commands, Console console) {
    this.commands = commands;
    this.console = console;
  }

  @Override
  public Integer call() {
    Remote remote = server.remote(console);
    if (remote != null) {
      who.refuseAtServer();
      remote.delete("/commands/" + Remote.part(name));
      console.say("removed " + name);
      return 0;
    }
    try (CommandHost host = commands.openToChange(who)) {
      if (!host.remove(name)) {
        throw unknown(host.registry().nearest(name));
      }
      console.say("removed " + name);
      return 0;
    } catch (CommandRefusedException e) {
      throw CommandsCommand.refused(e);
    }
  }

  private UsageException unknown(List<String> nearest) {
    return new UsageException(
        "unknown-command",
        "no command named '" + Texts.plain(name) + "' was added",
        nearest.isEmpty()
            ? "List the commands with: escarole commands"
            : "Did you mean " + String.join(" or ", nearest) + "?");
  }
}
