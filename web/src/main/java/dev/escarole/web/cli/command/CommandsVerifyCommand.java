package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.command.ArtifactCheck;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Hashes every artifact. */
@Command(
    name = "verify",
    description = {
      "Hashes the programs of all commands again, built-in ones included, and says which are not",
      "what they should be. Exits with 1 if there are any, or if the manifest is damaged."
    },
    footerHeading = "%nExamples:%n",
    footer = "  escarole commands verify")
public final class CommandsVerifyCommand implements Callable<Integer> {

  private final CommandsCommand commands;
  private final Console console;

  public CommandsVerifyCommand(CommandsCommand commands, Console console) {
    this.commands = commands;
    this.console = console;
  }

  @Override
  public Integer call() {
    List<ArtifactCheck> checks;
    try (CommandHost host = commands.open()) {
      checks = host.verify();
    }
    int damaged = 0;
    for (ArtifactCheck check : checks) {
      if (check.problem().isPresent()) {
        damaged++;
        String names = check.names().isEmpty() ? "(no name)" : String.join(", ", check.names());
        console.say(TextFormat.plain(names + ": artifact_integrity: " + check.problem().get()));
      }
    }
    console.say(checks.size() + " artifacts, " + damaged + " damaged");
    return damaged > 0 || commands.hasWarned() ? 1 : 0;
  }
}
