package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.Removal;
import dev.escarole.web.app.run.Removal.DeleteRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.CanPrintJson;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes runs by name. */
@Command(
    name = "delete",
    description = {
      "Deletes runs with their outputs and workspaces.",
      "Nothing is deleted if one of them does not exist or is not over."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs delete last", "  escarole runs delete 20261121-2315 20261120-0902"})
public final class RunsDeleteCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "0",
      arity = "1..*",
      paramLabel = "RUN",
      description = "A run's id, the beginning of it, or 'last' for the newest run.")
  private List<String> runs = List.of();

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  public RunsDeleteCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    try (Reach reach = Reach.open(console, place, server)) {
      Removal removal = delete(reach.escarole());
      if (json) {
        JsonOutput.print(console, removal);
      } else {
        new RemovalReport(console).print(removal);
      }
    }
    return 0;
  }

  private Removal delete(Escarole escarole) {
    return runs.size() == 1
        ? escarole.delete(new RunName(runs.get(0)))
        : escarole.deleteRuns(new DeleteRequest(runs));
  }
}
