package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists a directory of a run's workspace, or prints a file of it. */
@Command(
    name = "workspace",
    description =
        "Lists a directory of a run's workspace as it is now, or prints a file of it, byte for byte."
            + " Links are not followed.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs workspace last", "  escarole runs workspace last out/report.md"})
public final class RunsWorkspaceCommand extends ConsoleCommand {

  @Mixin private RunChoice choice = new RunChoice();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PATH",
      description = "A directory to list, or a file to print. Default: the workspace itself.")
  private @Nullable String path;

  @Option(names = "--json", description = "Prints one JSON object; only for directories.")
  private boolean json;

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    WorkspaceList.Query query = new WorkspaceList.Query(choice.text(), path);
    try (Reach reach = Reach.open(console, place, server)) {
      Escarole escarole = reach.escarole();
      WorkspaceList list = json ? escarole.workspace(query) : directory(escarole, query);
      if (list == null) {
        OutputBytes bytes = escarole.workspaceFile(query);
        console.print(bytes.open(0, bytes.size()));
      } else if (json) {
        JsonOutput.print(console, list);
      } else {
        show(list);
      }
    }
    return 0;
  }

  /** Null if it is no directory. */
  private static @Nullable WorkspaceList directory(Escarole escarole, WorkspaceList.Query query) {
    try {
      return escarole.workspace(query);
    } catch (RefusedException e) {
      if (e.code() == RefusalCode.NO_SUCH_FILE) {
        return null;
      }
      throw e;
    }
  }

  private void show(WorkspaceList list) {
    Columns columns = new Columns("KIND", "BYTES", "MODIFIED", "NAME");
    for (WorkspaceList.Entry entry : list.entries()) {
      columns.row(
          entry.kind(),
          entry.kind().equals("file") ? Amounts.text(entry.bytes()) : "-",
          TextFormat.time(entry.modifiedAt()),
          entry.name());
    }
    columns.print(console);
    if (list.entries().isEmpty()) {
      console.say("the directory is empty");
    }
    if (list.more()) {
      console.say("there are more entries; only the first ones are listed");
    }
  }
}
