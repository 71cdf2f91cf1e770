package dev.escarole.web.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line as a whole: only its subcommands do anything. */
@Command(
    name = "escarole",
    description = "Runs recipes whose every command is a sandboxed WebAssembly program.",
    versionProvider = VersionCommand.Provider.class,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole validate hello.yaml          is the recipe sound?",
      "  escarole plan hello.yaml              what would it run?",
      "  escarole run hello.yaml               run it",
      "  escarole runs show last               what happened?",
      "  escarole exec wc --stdin - -- -l      call one command",
      "",
      "'escarole help COMMAND' tells more about a command."
    })
final class RootCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "A command is missing.");
  }
}
