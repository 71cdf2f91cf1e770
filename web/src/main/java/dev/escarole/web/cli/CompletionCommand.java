package dev.escarole.web.cli;

import dev.escarole.web.cli.option.ConsoleCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script that teaches a shell to complete our commands. */
@Command(
    name = "completion",
    description = "Prints a completion script for bash and zsh.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(escarole completion)        # this shell",
      "  escarole completion > ~/.local/share/bash-completion/completions/escarole"
    })
final class CompletionCommand extends ConsoleCommand {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    console.print(AutoComplete.bash("escarole", spec.root().commandLine()));
    return 0;
  }
}
