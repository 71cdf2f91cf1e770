package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.Removal;
import dev.escarole.web.app.run.Removal.DeleteRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Deletes runs by name. */
@Command(
    name = "delete",
    description =
        "Deletes runs with their outputs and workspaces."
            + " Nothing is deleted if one of them does not exist or is not over.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs delete last", "  escarole runs delete 20261121-2315 20261120-0902"})
public final class RunsDeleteCommand extends AskingCommand<Removal> {

  @Parameters(
      index = "0",
      arity = "1..*",
      paramLabel = "RUN",
      description = "A run's id, the beginning of it, or 'last' for the newest run.")
  private List<String> runs = List.of();

  @Override
  protected Removal ask(Escarole escarole) {
    return runs.size() == 1
        ? escarole.delete(new RunName(runs.get(0)))
        : escarole.deleteRuns(new DeleteRequest(runs));
  }

  @Override
  protected void show(Removal removal, Reach reach) {
    RemovalReport.print(console, removal);
  }
}
