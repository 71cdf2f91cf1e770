package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.text.TextFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops a running run. */
@Command(
    name = "cancel",
    description =
        "Stops a running run, or one branch of it."
            + " A branch so stopped counts as cancelled in its join; the others go on.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs cancel last",
      "  escarole runs cancel 20261121-2315 --branch 0.2 --server http://localhost:8420"
    })
public final class RunsCancelCommand extends AskingCommand<RunHead> {

  @Mixin private RunChoice run = new RunChoice();

  @Option(
      names = "--branch",
      paramLabel = "STEP",
      description = "Only that branch or step, by path or label. Default: the whole run.")
  private @Nullable String branch;

  @Override
  protected RunHead ask(Escarole escarole) {
    return escarole.cancel(new CancelRequest(run.text(), branch));
  }

  @Override
  protected void show(RunHead head, Reach reach) {
    String what = branch == null ? "run " : "branch " + TextFormat.plain(branch) + " of run ";
    console.say(what + head.run() + " is told to stop");
  }
}
