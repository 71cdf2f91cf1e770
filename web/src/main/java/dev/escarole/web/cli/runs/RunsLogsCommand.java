package dev.escarole.web.cli.runs;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogPart;
import dev.escarole.web.app.output.LogQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.Paint;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what the commands of a run printed, each line with its step. */
@Command(
    name = "logs",
    description =
        "Prints what the commands of a run printed, each line with its step. Outputs stand in the"
            + " order in which their commands ended, and of one command standard output before"
            + " standard error; when a single line was printed is not recorded.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs logs last",
      "  escarole runs logs last --branch 0.2 --stream stderr",
      "  escarole runs logs last --follow"
    })
public final class RunsLogsCommand extends ConsoleCommand {

  private static final long PAUSE_MILLIS = 1_000;
  private static final int LONGEST_NAME = 40;

  @Mixin private RunChoice choice = new RunChoice();
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--branch",
      paramLabel = "STEP",
      description =
          "Only what this step printed and the steps in it: its path, such as 0.2.1, or a label that"
              + " only it has.")
  private @Nullable String branch;

  @Option(
      names = "--stream",
      paramLabel = "NAME",
      description = "Only 'stdout' or 'stderr'. Default: both.")
  private @Nullable String stream;

  @Option(
      names = "--follow",
      description =
          "Goes on until the run is over; each output is printed when its command has ended.")
  private boolean follow;

  @Option(
      names = "--json",
      description = "Prints JSON objects, one on each line: parts of outputs, as REST shows them.")
  private boolean json;

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    try (Reach reach = Reach.open(console, place, server)) {
      print(reach.escarole());
    }
    return 0;
  }

  private void print(Escarole escarole) {
    // Not asked for as 'last' again, which may be another run by then.
    RunName run = new RunName(escarole.head(new RunName(choice.text())).run());
    LogQuery query = LogQuery.of(run.run()).of(branch, stream);
    LogPage page = escarole.log(query);
    while (true) {
      page.parts().forEach(this::print);
      boolean more = page.next() != null;
      if (!more && (!follow || page.over())) {
        return;
      }
      if (!more) {
        if (escarole.head(run).status() == RunStatus.INTERRUPTED) {
          console.say("the run is interrupted; to resume it: escarole runs resume " + run.run());
          return;
        }
        pause();
      }
      page = escarole.log(query.from(more ? page.next() : page.end()));
    }
  }

  private void print(LogPart part) {
    if (json) {
      JsonOutput.printLine(console, part);
      return;
    }
    Paint paint = console.outPaint();
    String label = part.label();
    String name = label == null || label.isEmpty() ? part.command() : label;
    String step = part.path() + " " + TextFormat.fit(TextFormat.plain(name), LONGEST_NAME, "...");
    boolean error = part.stream().equals("stderr");
    String prefix = paint.dim(step) + (error ? paint.red(" ! ") : paint.dim(" | "));
    String text = part.text();
    StringBuilder lines = new StringBuilder();
    if (text == null) {
      String size = Amounts.text(part.to() - part.from());
      lines.append(prefix).append("(not text: ").append(size).append(")\n");
    } else {
      text.lines().forEach(each -> lines.append(prefix).append(shown(each)).append('\n'));
    }
    console.print(lines.toString());
  }

  /** A program that reads this gets the text as it is. */
  private String shown(String text) {
    return console.terminal().stdout() ? TextFormat.plain(text) : text;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted", "the wait for the run was interrupted", "");
    }
  }
}
