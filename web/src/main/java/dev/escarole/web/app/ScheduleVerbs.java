package dev.escarole.web.app;

import dev.escarole.web.app.schedule.Backfilled;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns;
import dev.escarole.web.app.schedule.ComingRuns.ComingQuery;
import dev.escarole.web.app.schedule.ScheduleHistory;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleList;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.schedule.SchedulePicture;
import dev.escarole.web.app.schedule.ScheduledRun;
import dev.escarole.web.app.schedule.SchedulesQuery;
import java.util.Set;

/** The rows of {@link Verbs} about schedules. */
public final class ScheduleVerbs {

  private static final String GROUP = "schedules";

  private static final Set<RefusalCode.Kind> NAMED =
      Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT, RefusalCode.Kind.INVALID);

  public static final Verb<SchedulesQuery, ScheduleList> SCHEDULES =
      new Verb<>(
          "schedule.list",
          "listSchedules",
          GROUP,
          "Lists the schedules of the watched folder",
          "With their next times, their last run, and whether they are paused.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/schedules", 200),
          SchedulesQuery.class,
          ScheduleList.class,
          Set.of(RefusalCode.Kind.CONFLICT, RefusalCode.Kind.INVALID),
          Escarole::schedules);

  public static final Verb<ComingQuery, ComingRuns> COMING =
      new Verb<>(
          "schedule.coming",
          "listComingRuns",
          GROUP,
          "Lists the planned times of the next hours",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/schedules/coming", 200),
          ComingQuery.class,
          ComingRuns.class,
          Set.of(RefusalCode.Kind.CONFLICT, RefusalCode.Kind.INVALID),
          Escarole::comingRuns);

  public static final Verb<HistoryQuery, ScheduleHistory> HISTORY =
      new Verb<>(
          "schedule.history",
          "getScheduleHistory",
          GROUP,
          "Shows what became of the latest planned times of a schedule",
          "Newest first: launched, skipped, failed or missed, with the runs.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/schedules/history/<schedule>", 200),
          HistoryQuery.class,
          ScheduleHistory.class,
          NAMED,
          Escarole::scheduleHistory);

  public static final Verb<ScheduleName, SchedulePicture> PAUSE =
      new Verb<>(
          "schedule.pause",
          "pauseSchedule",
          GROUP,
          "Pauses a schedule",
          "It launches nothing until it is resumed, also after a restart.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/schedules/pause", 200),
          ScheduleName.class,
          SchedulePicture.class,
          NAMED,
          Escarole::pauseSchedule);

  public static final Verb<ScheduleName, SchedulePicture> RESUME =
      new Verb<>(
          "schedule.resume",
          "resumeSchedule",
          GROUP,
          "Resumes a paused schedule",
          "The times of the pause are not made up for.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/schedules/resume", 200),
          ScheduleName.class,
          SchedulePicture.class,
          NAMED,
          Escarole::resumeSchedule);

  public static final Verb<ScheduleName, ScheduledRun> RUN_NOW =
      new Verb<>(
          "schedule.run",
          "runSchedule",
          GROUP,
          "Launches a run of a schedule now",
          "Also if it is paused, or an earlier run has not ended.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/schedules/run", 201),
          ScheduleName.class,
          ScheduledRun.class,
          NAMED,
          Escarole::runSchedule);

  public static final Verb<BackfillRequest, Backfilled> BACKFILL =
      new Verb<>(
          "schedule.backfill",
          "backfillSchedule",
          GROUP,
          "Launches runs for planned times of the past",
          "Times that have a run are left out; skipped and failed ones are tried again. At most"
              + " 1,000 times; runs follow the schedule's rule about overlaps.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/schedules/backfill", 200),
          BackfillRequest.class,
          Backfilled.class,
          NAMED,
          Escarole::backfill);

  private ScheduleVerbs() {}
}
