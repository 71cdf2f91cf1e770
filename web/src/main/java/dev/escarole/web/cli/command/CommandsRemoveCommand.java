package dev.escarole.web.cli.command;

import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Console;
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
public final class CommandsRemoveCommand implements Callable<Integer> {

  private final CommandsCommand commands;
  private final Console console;
  @Mixin private PrincipalOptions who = new PrincipalOptions();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(index = "0", paramLabel = "NAME", description = "The command's name.")
  private String name = "";

  public CommandsRemoveCommand(CommandsCommand commands, Console console) {
    this.commands = commands;
    this.console = console;
  }

  @Override
  public Integer call() {
    try (CommandsPlace place = commands.open(server, who)) {
      place.remove(name);
      console.say("removed " + name);
    }
    return 0;
  }
}
