package dev.escarole.web.cli.approval;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.text.TextFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decides about a step that waits. */
public abstract class DecisionCommand extends AskingCommand<AwaitPicture> {

  @Mixin private RunChoice run = new RunChoice();

  @Parameters(
      index = "1",
      paramLabel = "STEP",
      description = "The step's path, such as 0.1, or a label that only it has.")
  private String step = "";

  @Option(names = "--comment", paramLabel = "TEXT", description = "Why; everybody can read it.")
  private @Nullable String comment;

  private DecisionCommand() {}

  @Override
  protected AwaitPicture ask(Escarole escarole) {
    return decide(escarole, new DecisionRequest(run.text(), step, comment, null));
  }

  abstract AwaitPicture decide(Escarole escarole, DecisionRequest request);

  @Override
  protected void show(AwaitPicture await, Reach reach) {
    String what = "step %s of run %s".formatted(TextFormat.plain(await.path()), await.run());
    console.say(
        await.isOpen()
            ? "%s: %d of %d have approved".formatted(what, await.approved(), await.needed())
            : "%s is %s".formatted(what, await.state()));
  }

  /** Approves a step. */
  @Command(
      name = "approve",
      description =
          "Approves a step that waits, so that its run goes on. If more than one person has to"
              + " approve, each counts once.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole approve last release",
        "  escarole approve 20261121-2315 0.1 --comment 'checked the changelog'"
      })
  public static final class Approve extends DecisionCommand {
    @Override
    AwaitPicture decide(Escarole escarole, DecisionRequest request) {
      return escarole.approve(request);
    }
  }

  /** Rejects a step. */
  @Command(
      name = "reject",
      description = "Rejects a step that waits, so that it fails.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole reject last release --comment 'not on a Friday'")
  public static final class Reject extends DecisionCommand {
    @Override
    AwaitPicture decide(Escarole escarole, DecisionRequest request) {
      return escarole.reject(request);
    }
  }
}
