package dev.escarole.web.agent.command;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.TimeText;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns.ComingQuery;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.schedule.SchedulePicture;
import dev.escarole.web.app.schedule.SchedulesQuery;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The commands {@code schedules …}. */
final class ScheduleCommandSet {

  private static final TypeReference<Map<String, Object>> DOCUMENT = new TypeReference<>() {};
  private static final int HISTORY = 20;
  private static final int NEXT = 3;
  private static final int HOURS = 24;

  private static final ArgumentDefinition SCHEDULE =
      ArgumentDefinition.of(
              "schedule", ValueType.STRING, "Number, recipe, or RECIPE#NAME if it has several")
          .asRequired();

  private final AgentContext context;

  ScheduleCommandSet(AgentContext context) {
    this.context = context;
  }

  CommandDefinition command() {
    return CommandDefinition.group(
        "schedules",
        "Show, pause, resume, run and backfill schedules of recipes",
        List.of(
            CommandDefinition.of(
                "list",
                "List schedules with next times and last runs",
                List.of(ArgumentDefinition.of("--recipe", ValueType.STRING, "Only of this recipe")),
                this::list,
                List.of("schedules list"),
                Schemas.list("schedules", "recipe", "name")),
            CommandDefinition.of(
                "coming",
                "List the planned times of the next hours",
                List.of(
                    ArgumentDefinition.number("--hours", "How many hours", 1, 168)
                        .withDefault((long) HOURS)),
                this::coming,
                List.of("schedules coming", "schedules coming --hours 48"),
                Schemas.object("from", "until", "schedules")),
            one("history", "Show what became of a schedule's planned times", this::history),
            one("pause", "Pause a schedule until it is resumed", this::pause),
            one("resume", "Resume a paused schedule", this::resume),
            one("run", "Launch a run of a schedule now", this::run),
            CommandDefinition.of(
                "backfill",
                "Launch runs for planned times of the past that have none",
                List.of(
                    SCHEDULE,
                    ArgumentDefinition.of(
                            "--from",
                            ValueType.STRING,
                            "The first possible time: " + TimeText.FORMS)
                        .asRequired(),
                    ArgumentDefinition.of(
                        "--until", ValueType.STRING, "Times are before it; default: now")),
                this::backfill,
                List.of("schedules backfill nightly --from 2026-11-01"),
                Schemas.object("added", "present"))));
  }

  private static CommandDefinition one(String name, String description, Handler handler) {
    return CommandDefinition.of(
        name,
        description,
        List.of(SCHEDULE),
        handler,
        List.of("schedules " + name + " nightly"),
        name.equals("history")
            ? Schemas.list("times", "planned", "state")
            : name.equals("run") ? Schemas.object("run") : Schemas.object("recipe", "name"));
  }

  private static ScheduleName named(Call call) {
    return new ScheduleName(call.arguments().needed("schedule"));
  }

  private static Answer answer(Object reply) {
    return Answer.of(Documents.mapper().convertValue(reply, DOCUMENT));
  }

  private Answer list(Call call) {
    return answer(
        context
            .escarole(call)
            .schedules(new SchedulesQuery(call.arguments().text("recipe").orElse(null), NEXT)));
  }

  private Answer history(Call call) {
    return answer(
        context.escarole(call).scheduleHistory(new HistoryQuery(named(call).schedule(), HISTORY)));
  }

  private Answer pause(Call call) {
    return brief(context.escarole(call).pauseSchedule(named(call)));
  }

  private Answer resume(Call call) {
    return brief(context.escarole(call).resumeSchedule(named(call)));
  }

  private static Answer brief(SchedulePicture schedule) {
    return Answer.of(
        Json.object(
            "schedule", schedule.schedule(),
            "recipe", schedule.recipe(),
            "name", schedule.name(),
            "paused", schedule.paused()));
  }

  private Answer run(Call call) {
    return answer(context.escarole(call).runSchedule(named(call)));
  }

  private Answer coming(Call call) {
    int hours = (int) call.arguments().number("hours").orElse(HOURS);
    return answer(context.escarole(call).comingRuns(new ComingQuery(hours)));
  }

  private Answer backfill(Call call) {
    Instant now = Instant.ofEpochMilli(context.millis());
    return answer(
        context
            .escarole(call)
            .backfill(
                new BackfillRequest(
                    named(call).schedule(),
                    moment(call, "from", now),
                    call.arguments().text("until").isPresent()
                        ? moment(call, "until", now)
                        : now)));
  }

  private static Instant moment(Call call, String option, Instant now) {
    String text = call.arguments().needed(option);
    try {
      return TimeText.parse(text, now);
    } catch (DateTimeException e) {
      throw new AcliException(
          AcliError.invalid(
              "--%s must be a time, not '%s'".formatted(option, Texts.shown(text)),
              "Write for example " + TimeText.FORMS));
    }
  }
}
