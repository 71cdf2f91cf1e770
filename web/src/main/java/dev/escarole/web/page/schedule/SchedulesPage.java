package dev.escarole.web.page.schedule;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.TimeText;
import dev.escarole.web.app.schedule.Backfilled;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns;
import dev.escarole.web.app.schedule.ComingRuns.ComingQuery;
import dev.escarole.web.app.schedule.FiringPicture;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.schedule.SchedulePicture;
import dev.escarole.web.app.schedule.SchedulesQuery;
import dev.escarole.web.page.DisplayZone;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages of all schedules, with a calendar of the next 24 hours, and of one schedule. */
public final class SchedulesPage {

  private static final int HOURS = 24;
  private static final int HISTORY = 50;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

  private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH", Locale.ROOT);

  private static final DateTimeFormatter HOUR_AND_MINUTE =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

  private final Pages pages;

  public SchedulesPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * All schedules.
   *
   * @param hours the first minute of each hour of the calendar
   * @param nothing why there are none; null if there are some
   * @param zone of the calendar's headings
   */
  public record View(
      List<SchedulePicture> schedules,
      List<Instant> hours,
      List<ComingRuns.Row> coming,
      @Nullable String nothing,
      DisplayZone zone) {

    /** The hour as the calendar's heading has it; in some zones hours begin at 15, 30 or 45. */
    public String heading(Instant hour) {
      ZonedDateTime time = hour.atZone(zone.zone());
      return (time.getMinute() == 0 ? HOUR : HOUR_AND_MINUTE).format(time);
    }

    /** The schedule's state in one word. */
    public String state(SchedulePicture schedule) {
      if (schedule.paused()) {
        return "paused";
      }
      if (schedule.waiting() > 0) {
        return "waiting";
      }
      return schedule.hasFailed() ? "failed" : "on";
    }

    /** How that word looks. */
    public String look(SchedulePicture schedule) {
      String state = state(schedule);
      return switch (state) {
        case "paused" -> "skipped";
        case "on" -> "done";
        default -> state;
      };
    }
  }

  /**
   * One schedule.
   *
   * @param message what a backfill has done; empty without one
   */
  public record One(
      SchedulePicture schedule, List<FiringPicture> history, boolean operates, String message) {

    /** The rule about missed times in words. */
    public String missed() {
      Long within = schedule.rules().withinSeconds();
      String which =
          switch (schedule.rules().catchUp()) {
            case "all" -> "all are made up for";
            case "last" -> "the last one is made up for";
            default -> "none is made up for";
          };
      return within == null
          ? which
          : which + ", up to " + Words.duration(Duration.ofSeconds(within).toMillis()) + " late";
    }
  }

  /** Adds the pages to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/schedules", this::list, Role.VIEWER);
    routes.get("/schedules/{schedule}", this::show, Role.VIEWER);
    routes.post("/schedules/{schedule}/pause", this::pause, Role.OPERATOR);
    routes.post("/schedules/{schedule}/resume", this::resume, Role.OPERATOR);
    routes.post("/schedules/{schedule}/run", this::run, Role.OPERATOR);
    routes.post("/schedules/{schedule}/backfill", this::backfill, Role.OPERATOR);
  }

  private void list(Context ctx) {
    pages.show(ctx, "schedule/list.jte", "Schedules", Frame.Place.SCHEDULES, view(ctx));
  }

  private View view(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    try {
      List<SchedulePicture> schedules = escarole.schedules(SchedulesQuery.ALL).schedules();
      ComingRuns coming = escarole.comingRuns(new ComingQuery(HOURS));
      List<Instant> hours = new ArrayList<>();
      for (int i = 0; i < HOURS; i++) {
        hours.add(coming.from().plus(Duration.ofHours(i)));
      }
      return new View(
          schedules,
          hours,
          coming.schedules(),
          schedules.isEmpty()
              ? "No recipe of the folder has a schedule. Add the field \"schedule\" to one."
              : null,
          DisplayZone.of(ctx));
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.NO_SCHEDULES) {
        throw e;
      }
      return new View(
          List.of(), List.of(), List.of(), Words.sentence(e.hint()), DisplayZone.of(ctx));
    }
  }

  private static String named(Context ctx) {
    return ctx.pathParam("schedule");
  }

  private void show(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    String name = named(ctx);
    List<FiringPicture> history = escarole.scheduleHistory(new HistoryQuery(name, HISTORY)).times();
    SchedulePicture schedule =
        escarole.schedules(SchedulesQuery.ALL).schedules().stream()
            .filter(
                each -> String.valueOf(each.schedule()).equals(name) || each.recipe().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusalCode.NO_SUCH_SCHEDULE,
                        "there is no schedule '%s'".formatted(name),
                        "See the list of schedules."));
    One one = new One(schedule, history, pages.may(ctx, Role.OPERATOR), backfilled(ctx));
    pages.show(ctx, "schedule/one.jte", schedule.recipe(), Frame.Place.SCHEDULES, one);
  }

  private void pause(Context ctx) {
    goTo(ctx, pages.escarole(ctx).pauseSchedule(new ScheduleName(named(ctx))).schedule());
  }

  private void resume(Context ctx) {
    goTo(ctx, pages.escarole(ctx).resumeSchedule(new ScheduleName(named(ctx))).schedule());
  }

  private void run(Context ctx) {
    String run = pages.escarole(ctx).runSchedule(new ScheduleName(named(ctx))).run();
    ctx.redirect("/runs/" + run, HttpStatus.SEE_OTHER);
  }

  private void backfill(Context ctx) {
    Instant from = time(ctx, "from");
    Instant until = time(ctx, "until");
    Backfilled done =
        pages
            .escarole(ctx)
            .backfill(
                new BackfillRequest(
                    named(ctx),
                    Objects.requireNonNullElse(from, pages.now()),
                    Objects.requireNonNullElse(until, pages.now())));
    ctx.redirect(
        new Address("/schedules/" + Address.encoded(named(ctx)))
            .with("added", String.valueOf(done.added()))
            .with("present", String.valueOf(done.present()))
            .toString(),
        HttpStatus.SEE_OTHER);
  }

  /** Made of numbers alone: the author of a link must not write what the page says. */
  private static String backfilled(Context ctx) {
    String added = Pages.query(ctx, "added");
    String present = Pages.query(ctx, "present");
    return NUMBER.matcher(added).matches() && NUMBER.matcher(present).matches()
        ? "%s will be launched; %s had one."
            .formatted(Words.count(Integer.parseInt(added), "run", "runs"), present)
        : "";
  }

  private @Nullable Instant time(Context ctx, String field) {
    String text = Objects.toString(ctx.formParam(field), "").strip();
    try {
      return text.isEmpty() ? null : TimeText.parse(text, pages.now(), DisplayZone.of(ctx).zone());
    } catch (DateTimeException e) {
      throw new RefusedException(
          RefusalCode.BAD_TIME,
          "'%s' is not a time".formatted(field),
          "Write " + TimeText.FORMS + ".");
    }
  }

  private static void goTo(Context ctx, long schedule) {
    ctx.redirect("/schedules/" + schedule, HttpStatus.SEE_OTHER);
  }
}
