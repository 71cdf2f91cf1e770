package dev.escarole.web.app.local;

import dev.escarole.engine.command.NearestNames;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.schedule.ScheduleState;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.recipe.schedule.Schedule;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.app.schedule.Backfilled;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns;
import dev.escarole.web.app.schedule.FiringPicture;
import dev.escarole.web.app.schedule.ScheduleHistory;
import dev.escarole.web.app.schedule.ScheduleList;
import dev.escarole.web.app.schedule.SchedulePicture;
import dev.escarole.web.app.schedule.ScheduledRun;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and changes schedules. Changes are recorded in the audit, done or refused. Thread-safe. */
public final class ScheduleActions {

  private static final int SHOWN_TIMES = 100;
  private static final int SHOWN_NEXT = 10;

  /** More times than a week has seconds. */
  private static final int MOST_COUNTED = 700_000;

  private final Installation installation;

  ScheduleActions(Installation installation) {
    this.installation = installation;
  }

  private Schedules schedules() {
    return Schedules.of(installation.engine())
        .orElseThrow(
            () ->
                new RefusedException(
                    RefusalCode.NO_SCHEDULES,
                    "no schedules are in force here",
                    "They are in force while a server watches a folder: escarole serve --recipes"
                        + " DIR."));
  }

  ScheduleList list(@Nullable String recipe, int next) {
    return new ScheduleList(
        schedules().list().stream()
            .filter(each -> recipe == null || each.recipe().equals(recipe))
            .map(each -> picture(each, next))
            .toList());
  }

  ComingRuns coming(int hours) {
    Instant from = installation.clock().instant().truncatedTo(ChronoUnit.HOURS);
    Instant until = from.plus(Duration.ofHours(hours));
    return new ComingRuns(
        from,
        until,
        schedules().list().stream().map(each -> row(each, from, until, hours)).toList());
  }

  private static ComingRuns.Row row(ScheduleState state, Instant from, Instant until, int hours) {
    List<Instant> times = state.until(until, MOST_COUNTED);
    List<Integer> counts = new ArrayList<>(Collections.nCopies(hours, 0));
    for (Instant time : times) {
      int hour = (int) Math.max(0, Duration.between(from, time).toHours());
      counts.set(hour, counts.get(hour) + 1);
    }
    return new ComingRuns.Row(
        state.number(),
        state.recipe(),
        state.schedule().name(),
        state.paused(),
        counts,
        times.subList(0, Math.min(SHOWN_TIMES, times.size())));
  }

  ScheduleHistory history(String schedule, int limit) {
    long number = find(schedule).number();
    return new ScheduleHistory(
        schedules().history(number, limit).stream().map(ScheduleActions::picture).toList());
  }

  SchedulePicture pause(Actor actor, String schedule) {
    return changed(
        actor,
        "schedule.pause",
        schedule,
        state -> {
          boolean unused = schedules().pause(state.number());
          return again(state);
        });
  }

  SchedulePicture resume(Actor actor, String schedule) {
    return changed(
        actor,
        "schedule.resume",
        schedule,
        state -> {
          boolean unused = schedules().resume(state.number());
          return again(state);
        });
  }

  private SchedulePicture again(ScheduleState before) {
    return picture(schedules().state(before.number()).orElse(before), SHOWN_NEXT);
  }

  ScheduledRun runNow(Actor actor, String schedule) {
    return changed(actor, "schedule.run", schedule, this::runNow);
  }

  private ScheduledRun runNow(ScheduleState state) {
    RunId run = schedules().runNow(state.number());
    if (run == null) {
      List<StoredFiring> latest = schedules().history(state.number(), 1);
      String why = latest.isEmpty() ? null : latest.get(0).note();
      throw new RefusedException(
          RefusalCode.INVALID_RECIPE,
          "the schedule launched nothing: " + Objects.requireNonNullElse(why, "it was removed"),
          "Correct the recipe, or the policy.");
    }
    return new ScheduledRun(run.value());
  }

  Backfilled backfill(Actor actor, BackfillRequest request) {
    if (!request.from().isBefore(request.until())) {
      throw new RefusedException(
          RefusalCode.OUT_OF_RANGE, "'until' must be after 'from'", "Exchange them.");
    }
    return changed(
        actor,
        "schedule.backfill",
        request.schedule(),
        state -> {
          try {
            Schedules.Backfill done =
                schedules().backfill(state.number(), request.from(), request.until());
            return new Backfilled(done.added(), done.present());
          } catch (IllegalArgumentException e) {
            throw new RefusedException(
                RefusalCode.OUT_OF_RANGE,
                String.valueOf(e.getMessage()),
                "Name a shorter range, several times.");
          }
        });
  }

  /** Whoever may change every run may change schedules, whose runs are the operator's. */
  private <R> R changed(
      Actor actor, String action, String schedule, Function<ScheduleState, R> change) {
    String target = schedule;
    try {
      ScheduleState state = find(schedule);
      target = name(state);
      if (!installation.runs().mayChangeAll(actor)) {
        throw new RefusedException(
            RefusalCode.NOT_ALLOWED,
            "'%s' may not change schedules, whose runs belong to the operator"
                .formatted(actor.principal().name()),
            "Give the principal 'runs: all' in the policy.");
      }
      R reply = change.apply(state);
      installation.acted(actor, action, target);
      return reply;
    } catch (RefusedException e) {
      installation.refused(actor, action, target, e);
      throw e;
    }
  }

  private ScheduleState find(String text) {
    List<ScheduleState> all = schedules().list();
    List<ScheduleState> found =
        all.stream()
            .filter(
                each ->
                    String.valueOf(each.number()).equals(text)
                        || each.recipe().equals(text)
                        || name(each).equals(text))
            .toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.isEmpty()) {
      List<String> near =
          NearestNames.of(
              text,
              all.stream()
                  .flatMap(each -> Stream.of(each.recipe(), name(each)))
                  .distinct()
                  .toList());
      throw new RefusedException(
          RefusalCode.NO_SUCH_SCHEDULE,
          "there is no schedule '%s'".formatted(VerbInput.shortened(text)),
          near.isEmpty()
              ? "'escarole schedules list' shows them."
              : "Did you mean %s?".formatted(String.join(" or ", near)));
    }
    throw new RefusedException(
        RefusalCode.AMBIGUOUS_SCHEDULE,
        "the recipe '%s' has %d schedules".formatted(text, found.size()),
        "Name one: %s."
            .formatted(
                found.stream().map(ScheduleActions::name).collect(Collectors.joining(", "))));
  }

  private static String name(ScheduleState state) {
    return state.recipe() + '#' + state.schedule().name();
  }

  private static SchedulePicture picture(ScheduleState state, int next) {
    Schedule schedule = state.schedule();
    Duration within = schedule.missed().within();
    StoredFiring latest = state.latest();
    return new SchedulePicture(
        state.number(),
        state.recipe(),
        schedule.name(),
        schedule.timing().text(),
        schedule.zone().getId(),
        schedule.values(),
        new SchedulePicture.Rules(
            schedule.overlap().word(),
            schedule.missed().catchUp().word(),
            within == null ? null : (Long) within.toSeconds(),
            schedule.jitter().toSeconds(),
            schedule.period().start(),
            schedule.period().end()),
        state.paused(),
        state.next(next),
        latest == null ? null : picture(latest),
        state.waiting());
  }

  private static FiringPicture picture(StoredFiring firing) {
    RunId run = firing.run();
    return new FiringPicture(
        firing.planned(),
        firing.since(),
        firing.kind().word(),
        firing.state().word(),
        run == null ? null : run.value(),
        firing.note());
  }
}
