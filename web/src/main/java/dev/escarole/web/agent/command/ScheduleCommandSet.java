package dev.escarole.web.agent.command;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.schedule.SchedulePicture;
import dev.escarole.web.app.schedule.SchedulesQuery;
import java.util.List;
import java.util.Map;

/** The commands {@code schedules …}. */
final class ScheduleCommandSet {

  private static final TypeReference<Map<String, Object>> DOCUMENT = new TypeReference<>() {};
  private static final int HISTORY = 20;
  private static final int NEXT = 3;

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
        "Show, pause, resume and run schedules of recipes",
        List.of(
            CommandDefinition.of(
                "list",
                "List schedules with next times and last runs",
                List.of(ArgumentDefinition.of("--recipe", ValueType.STRING, "Only of this recipe")),
                this::list,
                List.of("schedules list"),
                Schemas.list("schedules", "recipe", "name")),
            one("history", "Show what became of a schedule's planned times", this::history),
            one("pause", "Pause a schedule until it is resumed", this::pause),
            one("resume", "Resume a paused schedule", this::resume),
            one("run", "Launch a run of a schedule now", this::run)));
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
}
