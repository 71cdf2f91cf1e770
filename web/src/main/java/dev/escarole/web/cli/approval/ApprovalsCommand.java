package dev.escarole.web.cli.approval;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.approval.AwaitList;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists steps that wait for people or programs. */
@Command(
    name = "approvals",
    description =
        "Lists steps that wait for people or programs; of one run, also those that were answered.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole approvals",
      "  escarole approvals last",
      "  escarole approve last release --comment 'checked the changelog'"
    })
public final class ApprovalsCommand extends AskingCommand<AwaitList> {

  private static final int MOST = 1000;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = "Only this run: its id, the beginning of it, or 'last'. Default: all runs.")
  private @Nullable String run;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many steps. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Override
  protected void check() {
    if (limit < 1 || limit > MOST) {
      throw new UsageException(
          "bad-limit", "--limit must be 1 to " + MOST + ", was " + limit, "Choose another number.");
    }
  }

  @Override
  protected AwaitList ask(Escarole escarole) {
    return escarole.awaits(new AwaitsQuery(run, limit));
  }

  @Override
  protected void show(AwaitList list, Reach reach) {
    if (list.awaits().isEmpty()) {
      console.say("nothing waits in " + reach.inWords());
      return;
    }
    Columns columns =
        new Columns("RUN", "STEP", "KIND", "STATE", "SINCE", "UNTIL", "RECIPE", "SHOWN", "DECIDED");
    for (AwaitPicture each : list.awaits()) {
      columns.row(
          each.run(),
          TextFormat.plain(each.path()),
          each.kind(),
          state(each),
          TextFormat.time(each.since()),
          each.until() == null ? "-" : TextFormat.time(each.until()),
          TextFormat.plain(each.recipe()),
          TextFormat.plain(shown(each)),
          each.decisions().stream()
              .map(ApprovalsCommand::decided)
              .collect(Collectors.joining("; ")));
    }
    columns.print(console);
    long more = run == null ? list.waiting() - list.awaits().size() : 0;
    if (more > 0) {
      console.say("and " + TextFormat.count(more, "more step", "more steps"));
    }
  }

  private static String state(AwaitPicture await) {
    return await.isOpen() && await.needed() > 1
        ? "open, %d of %d approved".formatted(await.approved(), await.needed())
        : await.state();
  }

  private static String decided(AwaitPicture.DecisionPicture decision) {
    String comment = decision.comment().isEmpty() ? "" : ": " + decision.comment();
    return "%s by %s at %s%s"
        .formatted(
            decision.decision(), decision.principal(), TextFormat.time(decision.at()), comment);
  }

  private static String shown(AwaitPicture await) {
    String label = await.label() == null ? "" : await.label();
    String show = await.show().lines().collect(Collectors.joining(" "));
    return label.isEmpty() || show.isEmpty() ? label + show : label + ": " + show;
  }
}
