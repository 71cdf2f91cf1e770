package dev.escarole.web.cli.system;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with kept results. */
@Command(
    name = "cache",
    description = "Shows or forgets the results that are kept to be used again.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole cache stats", "  escarole cache clear"})
public final class CacheCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Say what to do: stats or clear.");
  }
}
