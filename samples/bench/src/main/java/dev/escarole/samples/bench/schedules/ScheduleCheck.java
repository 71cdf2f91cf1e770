package dev.escarole.samples.bench.schedules;

import dev.escarole.engine.Engine;
import dev.escarole.engine.ScheduleAccess;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredFiring.FiringKind;
import dev.escarole.engine.store.schedule.StoredFiring.FiringState;
import dev.escarole.engine.store.schedule.StoredSchedule;
import dev.escarole.recipe.schedule.Schedule;
import dev.escarole.recipe.schedule.Schedule.CatchUp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Accounts for every planned time from what is stored, not from what the engine believes. */
final class ScheduleCheck {

  private static final int PAGE = 1_000;
  private static final int MOST_TOLD = 20;
  private static final int MOST_CAUGHT_UP = 1_000;

  private final Engine engine;
  private final ScheduleStore store;
  private final List<String> mistakes = new ArrayList<>();

  /** Runs by recipe and planned time. */
  private final Map<String, RunId> runs = new HashMap<>();

  private int launched;
  private int skipped;
  private int missed;

  ScheduleCheck(Engine engine) {
    this.engine = engine;
    this.store = ScheduleAccess.store(engine);
  }

  /**
   * Returns what is wrong; nothing if every planned time is accounted for.
   *
   * @param schedules by recipe
   */
  List<String> check(Map<String, Schedule> schedules) {
    readRuns();
    List<StoredSchedule> all = store.all();
    if (all.size() != schedules.size()) {
      wrong("%d schedules are stored, not %d".formatted(all.size(), schedules.size()));
    }
    int firings = 0;
    for (StoredSchedule stored : all) {
      Schedule schedule = schedules.get(stored.recipe());
      if (schedule == null) {
        wrong(stored.recipe() + " is nobody's schedule");
      } else {
        firings += check(stored, schedule);
      }
    }
    if (firings == 0) {
      wrong("nothing was launched, so this shows nothing");
    }
    if (firings != runs.size()) {
      wrong("%d launched times and %d runs".formatted(firings, runs.size()));
    }
    return mistakes;
  }

  String figures() {
    return "%d times launched, %d skipped, %d missed by rule".formatted(launched, skipped, missed);
  }

  private void wrong(String what) {
    if (mistakes.size() < MOST_TOLD) {
      mistakes.add(what);
    }
  }

  private void readRuns() {
    RunQuery query = RunQuery.latest(PAGE);
    while (true) {
      List<StoredRun> page = engine.records().runs(query);
      page.forEach(this::read);
      if (page.size() < PAGE) {
        return;
      }
      query = RunQuery.latest(PAGE).withBefore(page.get(page.size() - 1).id());
    }
  }

  private void read(StoredRun run) {
    NewRun launch = engine.records().launch(run.id()).orElseThrow();
    String key = run.recipe() + " " + launch.values().get("scheduled_for");
    RunId before = runs.put(key, run.id());
    if (before != null) {
      wrong("%s was launched twice: %s and %s".formatted(key, before, run.id()));
    }
  }

  /** Checks one schedule; returns how many of its times were launched. */
  private int check(StoredSchedule stored, Schedule schedule) {
    List<StoredFiring> firings = new ArrayList<>(store.history(stored.number(), 100_000));
    firings.sort(Comparator.comparing(StoredFiring::planned));
    Set<Instant> decided = new HashSet<>();
    int count = 0;
    for (StoredFiring firing : firings) {
      String what = stored.recipe() + " at " + firing.planned();
      if (firing.state() == FiringState.LAUNCHED) {
        count++;
        launched++;
        RunId run = runs.get(stored.recipe() + " " + firing.planned());
        if (!firing.planned().equals(planned(schedule, firing)) || run == null) {
          wrong(what + " was launched and not planned, or has no run: " + run);
        }
      } else if (firing.state() == FiringState.SKIPPED) {
        skipped++;
      } else if (firing.state() != FiringState.MISSED) {
        wrong(what + " is " + firing.state().word());
      }
      if (firing.state() != FiringState.MISSED && !decided.add(firing.planned())) {
        wrong(what + " is on record twice");
      }
    }
    firings.forEach(each -> checkRule(schedule, each, decided));
    checkTimes(stored, schedule, firings, decided);
    return count;
  }

  private static @Nullable Instant planned(Schedule schedule, StoredFiring firing) {
    return schedule.next(firing.planned().minusMillis(1));
  }

  private void checkRule(Schedule schedule, StoredFiring firing, Set<Instant> decided) {
    CatchUp rule = schedule.missed().catchUp();
    if (rule == CatchUp.NONE && firing.kind() == FiringKind.CATCH_UP) {
      wrong(firing + " was made up for, and nothing should be");
    }
    if (rule == CatchUp.ALL && firing.state() == FiringState.MISSED) {
      // Only what is older than the most that are made up for at once.
      Instant at = firing.planned();
      for (int i = 0; i < MOST_CAUGHT_UP && at != null; i++) {
        at = schedule.next(at);
        if (!decided.contains(at)) {
          wrong(firing + " was missed, and all should be made up for");
          return;
        }
      }
    }
  }

  /** Each planned time since the first one is in one row, or in the times of one missed row. */
  private void checkTimes(
      StoredSchedule stored, Schedule schedule, List<StoredFiring> firings, Set<Instant> decided) {
    if (firings.isEmpty()) {
      return;
    }
    StoredFiring first = firings.get(0);
    Instant since = first.since();
    Instant at = schedule.next(since == null ? first.planned().minusMillis(1) : since);
    Map<Instant, Instant> gaps = new HashMap<>();
    firings.forEach(
        each -> {
          if (each.since() != null) {
            gaps.put(each.since(), each.planned());
          }
        });
    while (at != null && !at.isAfter(stored.planned())) {
      boolean inGap = isIn(gaps, at);
      missed += inGap ? 1 : 0;
      if (inGap == decided.contains(at)) {
        wrong(
            "%s at %s is %s"
                .formatted(
                    stored.recipe(), at, inGap ? "launched and missed" : "not accounted for"));
      }
      at = schedule.next(at);
    }
  }

  private static boolean isIn(Map<Instant, Instant> gaps, Instant time) {
    return gaps.entrySet().stream()
        .anyMatch(gap -> time.isAfter(gap.getKey()) && !time.isAfter(gap.getValue()));
  }
}
