package dev.escarole.web.cli.runs;

import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.CanPrintJson;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stops a run that a server carries out. */
@Command(
    name = "cancel",
    description = {
      "Stops a run that a server carries out, or one branch of it.",
      "A branch so stopped counts as cancelled in its join; the others go on."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs cancel last",
      "  escarole runs cancel 20261121-2315 --branch 0.2 --server http://localhost:8420"
    })
public final class RunsCancelCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or 'last' for the newest run.")
  private String run = "";

  @Option(
      names = "--branch",
      paramLabel = "STEP",
      description = "Only that branch or step, by path or label. Default: the whole run.")
  private @Nullable String branch;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  public RunsCancelCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    try (Reach reach = Reach.open(console, place, server)) {
      RunHead head = reach.escarole().cancel(new CancelRequest(run, branch));
      if (json) {
        JsonOutput.print(console, head);
      } else {
        String what = branch == null ? "run " : "branch " + TextFormat.plain(branch) + " of run ";
        console.say(what + head.run() + " is told to stop");
      }
    }
    return 0;
  }
}
