package dev.escarole.web.cli.schedules;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.TimeText;
import dev.escarole.web.app.schedule.Backfilled;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns;
import dev.escarole.web.app.schedule.ComingRuns.ComingQuery;
import dev.escarole.web.app.schedule.FiringPicture;
import dev.escarole.web.app.schedule.ScheduleHistory;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleList;
import dev.escarole.web.app.schedule.SchedulePicture;
import dev.escarole.web.app.schedule.ScheduledRun;
import dev.escarole.web.app.schedule.SchedulesQuery;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows and changes the schedules of a server's recipe folder. */
public final class ScheduleCommands {

  private ScheduleCommands() {}

  private static String time(@Nullable Instant time) {
    return time == null ? "-" : TextFormat.time(time);
  }

  private static String name(SchedulePicture schedule) {
    return TextFormat.plain(schedule.recipe() + " (" + schedule.name() + ")");
  }

  /** Lists schedules. */
  @Command(
      name = "list",
      description = "Lists the schedules in force, with their next times and last runs.",
      footerHeading = "%nExamples:%n",
      footer = {"  escarole schedules list", "  escarole schedules list --recipe nightly --json"})
  public static final class ListThem extends AskingCommand<ScheduleList> {

    @Option(names = "--recipe", paramLabel = "NAME", description = "Only those of this recipe.")
    private @Nullable String recipe;

    @Override
    protected ScheduleList ask(Escarole escarole) {
      return escarole.schedules(new SchedulesQuery(recipe, SchedulesQuery.ALL.next()));
    }

    @Override
    protected void show(ScheduleList list, Reach reach) {
      if (list.schedules().isEmpty()) {
        console.say("no schedules in " + reach.inWords());
        return;
      }
      Columns columns = new Columns("#", "RECIPE", "SCHEDULE", "NEXT", "LAST", "RUN", "STATE");
      for (SchedulePicture each : list.schedules()) {
        FiringPicture last = each.last();
        columns.row(
            String.valueOf(each.schedule()),
            TextFormat.plain(each.recipe()),
            TextFormat.plain(each.name()),
            time(each.next().isEmpty() ? null : each.next().get(0)),
            time(last == null ? null : last.planned()),
            last == null ? "-" : Objects.requireNonNullElse(last.run(), "-"),
            state(each));
      }
      columns.print(console);
    }

    private static String state(SchedulePicture schedule) {
      if (schedule.paused()) {
        return "paused";
      }
      if (schedule.waiting() > 0) {
        return schedule.waiting() + " waiting";
      }
      return schedule.hasFailed() ? "failed" : "on";
    }
  }

  /** Lists planned times. */
  @Command(
      name = "coming",
      description = "Lists the planned times of the next hours.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole schedules coming --hours 48")
  public static final class Coming extends AskingCommand<ComingRuns> {

    @Option(
        names = "--hours",
        paramLabel = "N",
        description =
            "How many hours, the present one included, 1 to 168. Default: ${DEFAULT-VALUE}.")
    private int hours = 24;

    @Override
    protected ComingRuns ask(Escarole escarole) {
      return escarole.comingRuns(new ComingQuery(hours));
    }

    @Override
    protected void show(ComingRuns coming, Reach reach) {
      Columns columns = new Columns("PLANNED", "RECIPE", "SCHEDULE");
      coming.schedules().stream()
          .flatMap(row -> row.times().stream().map(time -> new Coming.Line(time, row)))
          .sorted((a, b) -> a.time().compareTo(b.time()))
          .forEach(
              line ->
                  columns.row(
                      time(line.time()),
                      TextFormat.plain(line.row().recipe()),
                      TextFormat.plain(line.row().name())));
      columns.print(console);
      coming.schedules().stream()
          .filter(row -> row.hours().stream().mapToInt(each -> each).sum() > row.times().size())
          .forEach(
              row ->
                  console.say(
                      "%s has more: %d in all"
                          .formatted(
                              TextFormat.plain(row.recipe()),
                              row.hours().stream().mapToInt(each -> each).sum())));
    }

    private record Line(Instant time, ComingRuns.Row row) {}
  }

  /** Shows what became of planned times. */
  @Command(
      name = "history",
      description = "Shows what became of the latest planned times of a schedule.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole schedules history nightly --limit 10")
  public static final class History extends AskingCommand<ScheduleHistory> {

    @Mixin private ScheduleChoice choice = new ScheduleChoice();

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "At most so many, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Override
    protected ScheduleHistory ask(Escarole escarole) {
      return escarole.scheduleHistory(new HistoryQuery(choice.named().schedule(), limit));
    }

    @Override
    protected void show(ScheduleHistory history, Reach reach) {
      Columns columns = new Columns("PLANNED", "STATE", "KIND", "RUN", "NOTE");
      for (FiringPicture each : history.times()) {
        columns.row(
            each.since() == null
                ? time(each.planned())
                : "after " + time(each.since()) + " to " + time(each.planned()),
            each.state(),
            each.kind(),
            Objects.requireNonNullElse(each.run(), "-"),
            TextFormat.plain(Objects.requireNonNullElse(each.note(), "")));
      }
      columns.print(console);
    }
  }

  /** Pauses a schedule. */
  @Command(
      name = "pause",
      description = "Pauses a schedule until it is resumed, also across restarts.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole schedules pause nightly")
  public static final class Pause extends AskingCommand<SchedulePicture> {

    @Mixin private ScheduleChoice choice = new ScheduleChoice();

    @Override
    protected SchedulePicture ask(Escarole escarole) {
      return escarole.pauseSchedule(choice.named());
    }

    @Override
    protected void show(SchedulePicture schedule, Reach reach) {
      console.say(name(schedule) + " is paused");
    }
  }

  /** Resumes a schedule. */
  @Command(
      name = "resume",
      description = "Resumes a paused schedule. The times of the pause are not made up for.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole schedules resume nightly")
  public static final class Resume extends AskingCommand<SchedulePicture> {

    @Mixin private ScheduleChoice choice = new ScheduleChoice();

    @Override
    protected SchedulePicture ask(Escarole escarole) {
      return escarole.resumeSchedule(choice.named());
    }

    @Override
    protected void show(SchedulePicture schedule, Reach reach) {
      List<Instant> next = schedule.next();
      console.say(name(schedule) + " is on; next: " + time(next.isEmpty() ? null : next.get(0)));
    }
  }

  /** Launches a run. */
  @Command(
      name = "run",
      description =
          "Launches a run of a schedule now, with its values, also if it is paused. Prints the id.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole schedules run nightly")
  public static final class RunNow extends AskingCommand<ScheduledRun> {

    @Mixin private ScheduleChoice choice = new ScheduleChoice();

    @Override
    protected ScheduledRun ask(Escarole escarole) {
      return escarole.runSchedule(choice.named());
    }

    @Override
    protected void show(ScheduledRun run, Reach reach) {
      console.print(run.run() + "\n");
    }
  }

  /** Launches runs for times of the past. */
  @Command(
      name = "backfill",
      description =
          "Launches runs for the planned times of a range in the past that have none. Each run has"
              + " its time as {scheduled_for}.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole schedules backfill nightly --from 2026-11-01 --until 2026-11-08")
  public static final class Backfill extends AskingCommand<Backfilled> {

    @Mixin private ScheduleChoice choice = new ScheduleChoice();

    @Option(
        names = "--from",
        paramLabel = "TIME",
        required = true,
        description = "The first possible time: 7d, 2026-11-21 or 2026-11-21T12:00:00Z.")
    private String from = "";

    @Option(
        names = "--until",
        paramLabel = "TIME",
        description = "Times are before it. Default: now.")
    private @Nullable String until;

    @Override
    protected void check() {
      BackfillRequest unused = request();
    }

    @Override
    protected Backfilled ask(Escarole escarole) {
      return escarole.backfill(request());
    }

    private BackfillRequest request() {
      Instant now = console.clock().instant();
      return new BackfillRequest(
          choice.named().schedule(),
          parsed("--from", from, now),
          until == null ? now : parsed("--until", until, now));
    }

    private static Instant parsed(String option, String text, Instant now) {
      try {
        return TimeText.parse(text, now);
      } catch (DateTimeException e) {
        throw new UsageException(
            "bad-time",
            option + " is not a time: " + TextFormat.plain(text),
            "Write for example " + TimeText.FORMS + ".");
      }
    }

    @Override
    protected void show(Backfilled backfilled, Reach reach) {
      console.say(
          "%s will be launched; %d had one"
              .formatted(
                  TextFormat.count(backfilled.added(), "run", "runs"), backfilled.present()));
    }
  }
}
