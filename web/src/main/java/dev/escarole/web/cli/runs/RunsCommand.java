package dev.escarole.web.cli.runs;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be asked about runs. */
@Command(
    name = "runs",
    description = "Shows runs that were stored, stops, resumes, repeats or deletes them.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs list --status failed",
      "  escarole runs show last",
      "  escarole runs output 20261121-2315 0.2 --stderr",
      "  escarole runs resume --all",
      "  escarole runs rerun last --failed",
      "  escarole runs prune --older-than 30d --dry-run"
    })
public final class RunsCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "Say what to do: list, show, output, cancel, resume, rerun, delete or prune.");
  }
}
