package dev.escarole.web.cli;

import dev.escarole.web.app.ScheduleVerbs;
import dev.escarole.web.app.Twins;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.Verbs;
import dev.escarole.web.app.recipe.TestRequest;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns.ComingQuery;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.schedule.SchedulesQuery;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is asked of schedules and tests of recipes in {@link FacesContractTest}. */
final class ScheduleFaces {

  private ScheduleFaces() {}

  /** Takes a case: its input, and the words of the command line and of an agent. */
  interface Asking {
    <Q extends Record, R> void ask(
        Verb<Q, R> verb, Supplier<Q> input, @Nullable String command, @Nullable String line);
  }

  static void ask(Twins twins, Asking cases) {
    for (String recipe : List.of("census", "cencus")) {
      cases.ask(Verbs.TEST, () -> new TestRequest(recipe, null), null, "test " + recipe);
    }
    cases.ask(ScheduleVerbs.SCHEDULES, () -> SchedulesQuery.ALL, "schedules list --json", null);
    cases.ask(
        ScheduleVerbs.SCHEDULES,
        () -> new SchedulesQuery("twice", 3),
        null,
        "schedules list --recipe twice");
    cases.ask(
        ScheduleVerbs.COMING,
        () -> new ComingQuery(24),
        "schedules coming --json",
        "schedules coming");
    for (String name : List.of("twice#a", "twice", "yeerly")) {
      both(cases, ScheduleVerbs.PAUSE, name, "pause");
      both(cases, ScheduleVerbs.RESUME, name, "resume");
    }
    both(cases, ScheduleVerbs.RUN_NOW, "yearly", "run");
    cases.ask(
        ScheduleVerbs.HISTORY,
        () -> new HistoryQuery("twice#b", 20),
        "schedules history twice#b --json",
        "schedules history twice#b");
    cases.ask(
        ScheduleVerbs.BACKFILL,
        () -> backfilled(twins),
        "schedules backfill yearly --from 2025-12-31 --until 2026-01-02 --json",
        "schedules backfill yearly --from 2025-12-31 --until 2026-01-02");
  }

  private static <R> void both(
      Asking cases, Verb<ScheduleName, R> verb, String schedule, String word) {
    cases.ask(
        verb,
        () -> new ScheduleName(schedule),
        "schedules " + word + " %s --json",
        "schedules " + word + " %s");
  }

  private static BackfillRequest backfilled(Twins twins) {
    BackfillRequest request =
        new BackfillRequest(
            "yearly", Instant.parse("2025-12-31T00:00:00Z"), Instant.parse("2026-01-02T00:00:00Z"));
    var unused = twins.local.backfill(request);
    return request;
  }
}
