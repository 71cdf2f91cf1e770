package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.compare.RunFamily;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.text.FamilyText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the runs around one run. */
@Command(
    name = "family",
    description =
        "Shows the runs around a run: the one that it reruns, those that rerun it, the previous and"
            + " the next run of its recipe, and the last good one before it.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs family last", "  escarole runs family last --json"})
public final class RunsFamilyCommand extends AskingCommand<RunFamily> {

  @Mixin private RunChoice choice = new RunChoice();

  @Override
  protected RunFamily ask(Escarole escarole) {
    return escarole.family(new RunName(choice.text()));
  }

  @Override
  protected void show(RunFamily family, Reach reach) {
    List<String> lines = FamilyText.lines(family);
    if (lines.isEmpty()) {
      console.say("the only run of its recipe in " + reach.inWords());
    }
    lines.forEach(line -> console.print(line + "\n"));
  }
}
