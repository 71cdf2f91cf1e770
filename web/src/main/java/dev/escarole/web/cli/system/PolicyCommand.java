package dev.escarole.web.cli.system;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be asked about the policy. */
@Command(
    name = "policy",
    description = "Looks at the file that says what principals may do.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole policy check", "  escarole policy check ./policy.yaml --json"})
public final class PolicyCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Say what to do: check.");
  }
}
