package dev.escarole.web.cli.runs;

import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.page.Templates;
import dev.escarole.web.page.run.RunReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints a run as one HTML document. */
@Command(
    name = "report",
    description =
        "Prints a run as one HTML document, to attach to a ticket or to print: what failed and why,"
            + " joins, steps, the result, the recipe. It has no scripts and needs no server.",
    footerHeading = "%nExamples:%n",
    footer = "  escarole runs report last > report.html")
public final class RunsReportCommand extends ConsoleCommand {

  @Mixin private RunChoice choice = new RunChoice();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Override
  public Integer call() {
    if (console.terminal().stdout()) {
      throw new UsageException(
          "needs-file",
          "a report is a document for a browser, not for a terminal",
          "Write for example: escarole runs report " + choice.text() + " > report.html");
    }
    try (Reach reach = Reach.open(console, place, server)) {
      console.print(
          RunReport.html(
              reach.escarole(), choice.text(), console.clock().instant(), new Templates()));
    }
    return 0;
  }
}
