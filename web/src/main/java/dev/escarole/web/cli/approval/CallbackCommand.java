package dev.escarole.web.cli.approval;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints where a program answers a step that waits. */
@Command(
    name = "callback",
    description =
        "Prints where a program answers a step that waits for a callback: what follows the address"
            + " of a server. It is a secret and works once.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole callback last build",
      "  curl --data-binary @result.json \"http://localhost:8420$(escarole callback last build)\""
    })
public final class CallbackCommand extends AskingCommand<CallbackFacts> {

  @Mixin private RunChoice run = new RunChoice();

  @Parameters(
      index = "1",
      paramLabel = "STEP",
      description = "The step's path, such as 0.1, or a label that only it has.")
  private String step = "";

  @Override
  protected CallbackFacts ask(Escarole escarole) {
    return escarole.callback(new StepName(run.text(), step));
  }

  @Override
  protected void show(CallbackFacts facts, Reach reach) {
    console.print((facts.address() + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
