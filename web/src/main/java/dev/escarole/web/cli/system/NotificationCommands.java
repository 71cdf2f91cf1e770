package dev.escarole.web.cli.system;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.notification.ChannelName;
import dev.escarole.web.app.notification.ChannelTrial;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.app.notification.DeliveryPicture;
import dev.escarole.web.app.notification.NotificationList;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the messages about runs, sends them again, and tries channels. */
public final class NotificationCommands {

  private NotificationCommands() {}

  /** Lists channels and deliveries. */
  @Command(
      name = "list",
      description = "Lists messages about runs, newest first, and says where they go.",
      footerHeading = "%nExample:%n",
      footer = "  escarole notifications list --state dead")
  public static final class Listing extends AskingCommand<NotificationList> {

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "Only those in this state: due, sent, dead or held.")
    private @Nullable String state;

    @Option(names = "--channel", paramLabel = "NAME", description = "Only those to this channel.")
    private @Nullable String channel;

    @Option(names = "--run", paramLabel = "RUN", description = "Only those about this run.")
    private @Nullable String run;

    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "50",
        description = "Most that are listed, 1 to 1000. Default: 50.")
    private int limit = 50;

    @Override
    protected NotificationList ask(Escarole escarole) {
      return escarole.notifications(new DeliveriesQuery(state, channel, run, limit, null));
    }

    @Override
    protected void show(NotificationList list, Reach reach) {
      Columns rows = new Columns("STATE", "ID", "RECIPE", "TRIED", "ERROR");
      for (DeliveryPicture each : list.deliveries()) {
        String error = each.error();
        rows.row(
            each.state(),
            each.id(),
            each.recipe(),
            String.valueOf(each.attempts()),
            error == null || each.state().equals("sent") ? "" : error);
      }
      rows.print(console);
      for (NotificationList.ChannelPicture each : list.channels()) {
        console.say(
            "channel %s: %s to %s%s%s"
                .formatted(
                    each.name(),
                    each.kind(),
                    TextFormat.plain(each.target()),
                    each.perHour() == null ? "" : ", at most " + each.perHour() + " an hour",
                    each.forRecipes() ? "" : ", not for recipes"));
      }
      NotificationList.DeliveryCounts counts = list.counts();
      console.say(
          "%s due, %s sent, %s dead, %s held"
              .formatted(counts.due(), counts.sent(), counts.dead(), counts.held()));
      String trouble = list.trouble();
      if (trouble != null) {
        console.say("attention: the channels cannot be used:");
        trouble.lines().forEach(line -> console.say("  " + TextFormat.plain(line)));
      } else if (list.channels().isEmpty()) {
        console.say("no channels are set up");
      }
    }
  }

  /** Sends a delivery again. */
  @Command(
      name = "resend",
      description = "Sends a message again that was sent or given up.",
      footerHeading = "%nExample:%n",
      footer = "  escarole notifications resend 20261121-231502-k3f9x2-failed-ops")
  public static final class Resend extends AskingCommand<DeliveryPicture> {

    @Parameters(index = "0", paramLabel = "ID", description = "As 'notifications list' shows it.")
    private String id = "";

    @Override
    protected DeliveryPicture ask(Escarole escarole) {
      return escarole.resend(new DeliveryName(id));
    }

    @Override
    protected void show(DeliveryPicture delivery, Reach reach) {
      console.say("'" + TextFormat.plain(delivery.id()) + "' is sent again");
    }
  }

  /** Tries a channel. */
  @Command(
      name = "test",
      description = "Sends a message to a channel at once and says what came of it.",
      footerHeading = "%nExample:%n",
      footer = "  escarole notifications test ops")
  public static final class Test extends AskingCommand<ChannelTrial> {

    @Parameters(index = "0", paramLabel = "CHANNEL", description = "Name of the channel.")
    private String channel = "";

    private boolean refused;

    @Override
    protected Reach open(RunsPlace at, ServerOption asked) {
      return Reach.openForChannels(console, at, asked);
    }

    @Override
    protected ChannelTrial ask(Escarole escarole) {
      ChannelTrial trial = escarole.testChannel(new ChannelName(channel));
      refused = !trial.accepted();
      return trial;
    }

    @Override
    protected int exitCode() {
      return refused ? ExitCode.FAILED.code() : 0;
    }

    @Override
    protected void show(ChannelTrial trial, Reach reach) {
      String reason = trial.reason();
      console.say(
          reason == null
              ? "'" + trial.channel() + "' has accepted a message"
              : "'" + trial.channel() + "' was not reached: " + TextFormat.plain(reason));
    }
  }
}
