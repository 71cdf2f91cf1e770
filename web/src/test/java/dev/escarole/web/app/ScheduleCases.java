package dev.escarole.web.app;

import dev.escarole.web.app.EscaroleContractTest.Case;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns.ComingQuery;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.schedule.SchedulesQuery;
import java.time.Instant;
import java.util.List;

/** What is asked of schedules in {@link EscaroleContractTest}. */
@SuppressWarnings("NullAway") // Requests hold null for what is not said.
final class ScheduleCases {

  private ScheduleCases() {}

  static List<Case<?, ?>> of(Twins twins) {
    // The first time there is nothing, so that each way finds the same.
    var unused = twins.local.backfill(backfill("2025-12-31T00:00:00Z"));
    return List.of(
        same(ScheduleVerbs.SCHEDULES, "all", SchedulesQuery.ALL),
        same(ScheduleVerbs.SCHEDULES, "of a recipe", new SchedulesQuery("twice", 0)),
        alike(ScheduleVerbs.COMING, "a week", new ComingQuery(168)),
        same(ScheduleVerbs.PAUSE, "one", new ScheduleName("twice#a")),
        same(ScheduleVerbs.PAUSE, "one of several", new ScheduleName("twice")),
        same(ScheduleVerbs.PAUSE, "none", new ScheduleName("yeerly")),
        same(ScheduleVerbs.RESUME, "one", new ScheduleName("twice#a")),
        alike(ScheduleVerbs.RUN_NOW, "one", new ScheduleName("yearly")),
        same(ScheduleVerbs.BACKFILL, "one time", backfill("2025-12-31T00:00:00Z")),
        same(ScheduleVerbs.BACKFILL, "backwards", backfill("2031-01-01T00:00:00Z")),
        alike(ScheduleVerbs.HISTORY, "of none yet", new HistoryQuery("twice#b", 5)),
        same(ScheduleVerbs.HISTORY, "of no schedule", new HistoryQuery("twice#c", 5)));
  }

  private static <Q extends Record, R> Case<Q, R> same(Verb<Q, R> verb, String what, Q input) {
    return new Case<>(verb, what, () -> input, true);
  }

  private static <Q extends Record, R> Case<Q, R> alike(Verb<Q, R> verb, String what, Q input) {
    return new Case<>(verb, what, () -> input, false);
  }

  private static BackfillRequest backfill(String from) {
    return new BackfillRequest(
        "yearly", Instant.parse(from), Instant.parse("2026-01-02T00:00:00Z"));
  }
}
