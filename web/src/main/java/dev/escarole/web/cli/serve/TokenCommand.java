package dev.escarole.web.cli.serve;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is done with tokens; only its subcommands do anything. */
@Command(
    name = "token",
    description = "Makes, lists and revokes the tokens that a server lets in.",
    synopsisSubcommandLabel = "COMMAND")
public final class TokenCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "A command is missing.");
  }
}
