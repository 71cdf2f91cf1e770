package dev.escarole.samples.bench.clustersoak;

import dev.escarole.samples.bench.clustersoak.PlannedSchedule.CatchUp;
import dev.escarole.samples.bench.clustersoak.PlannedSchedule.Overlap;
import dev.escarole.samples.bench.clustersoak.Violation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Accounts for each planned time of a schedule. It must be launched with exactly one run, or be
 * skipped or missed as the rule of the schedule says: {@code overlap: skip} may skip while an
 * earlier run is in progress, {@code catch_up: last} makes up for the latest missed time, {@code
 * none} for none, {@code all} for all.
 */
final class FiringCheck {

  /**
   * A run that ended so shortly before may still be open for the node that decides: its end waits
   * in the journal of its node while the database is away.
   */
  private static final long OPEN_FOR_MILLIS = 20_000;

  private final PlannedSchedule schedule;
  private final List<Evidence.Firing> firings;
  private final ClusterCheck check;

  /** Runs of earlier times, for {@code overlap: skip}. */
  private final List<Evidence.Run> earlier = new ArrayList<>();

  private final Map<Long, List<Evidence.Firing>> decided = new HashMap<>();
  private final List<Evidence.Firing> gaps = new ArrayList<>();

  FiringCheck(PlannedSchedule schedule, List<Evidence.Firing> firings, ClusterCheck check) {
    this.schedule = schedule;
    this.firings = firings;
    this.check = check;
  }

  void check() {
    for (Evidence.Firing each : firings) {
      if (each.sinceMillis() != null) {
        gaps.add(each);
      } else {
        decided.computeIfAbsent(each.plannedMillis(), unused -> new ArrayList<>()).add(each);
      }
    }
    List<Long> times = schedule.times().boxed().toList();
    for (int i = 0; i < times.size(); i++) {
      Long next = i + 1 < times.size() ? times.get(i + 1) : null;
      check(times.get(i), next);
    }
    // What is left was not asked for.
    decided
        .values()
        .forEach(
            left ->
                left.forEach(each -> wrong(Kind.STRAY, each.plannedMillis(), "was not planned")));
  }

  private void wrong(Kind kind, long time, String detail) {
    check.wrong(kind, schedule.recipe() + " at " + PlannedSchedule.text(time), detail);
  }

  private void check(long time, @Nullable Long next) {
    List<Evidence.Firing> found = decided.remove(time);
    List<Evidence.Firing> rows = found == null ? List.of() : found;
    List<Evidence.Run> runs = check.take(schedule.recipe(), PlannedSchedule.text(time));
    boolean missed = isMissed(time);
    if (rows.isEmpty() && !missed) {
      wrong(Kind.LOST_FIRING, time, "is not on record; its runs: " + runs.size());
    }
    if (rows.size() > 1 || (missed && !rows.isEmpty())) {
      wrong(Kind.DOUBLED_FIRING, time, "is on record more than once");
    }
    if (missed && rows.isEmpty()) {
      checkMissed(time, next, runs);
    }
    rows.forEach(row -> checkDecided(row, runs));
    runs.forEach(
        run -> check.checkDone(run, schedule.shape().leaves(), schedule.shape().output(run.key())));
    earlier.addAll(runs);
  }

  private boolean isMissed(long time) {
    return gaps.stream()
        .anyMatch(
            gap ->
                gap.sinceMillis() != null
                    && time > gap.sinceMillis()
                    && time <= gap.plannedMillis());
  }

  private void checkMissed(long time, @Nullable Long next, List<Evidence.Run> runs) {
    if (!runs.isEmpty()) {
      wrong(Kind.DOUBLED_FIRING, time, "was missed and has runs: " + runs.size());
    }
    if (schedule.catchUp() == CatchUp.ALL) {
      wrong(Kind.LOST_FIRING, time, "was missed, and all are to be made up for");
    }
    // Two gaps in a row would be two decisions, each of which makes up for its latest time.
    boolean latest = gaps.stream().anyMatch(gap -> gap.plannedMillis() == time);
    if (schedule.catchUp() == CatchUp.LAST
        && latest
        && (next == null || !decided.containsKey(next))) {
      wrong(Kind.BROKEN_RULE, time, "was the latest missed time, which is to be made up for");
    }
  }

  private void checkDecided(Evidence.Firing firing, List<Evidence.Run> runs) {
    long time = firing.plannedMillis();
    if (firing.kind().equals("catch-up") && schedule.catchUp() == CatchUp.NONE) {
      wrong(Kind.BROKEN_RULE, time, "was made up for, and nothing is to be");
    }
    switch (firing.state()) {
      case "launched" -> checkLaunched(firing, runs);
      case "skipped" -> checkSkipped(time, runs);
      default -> wrong(Kind.LOST_FIRING, time, "is " + firing.state());
    }
  }

  private void checkLaunched(Evidence.Firing firing, List<Evidence.Run> runs) {
    long time = firing.plannedMillis();
    if (runs.isEmpty()) {
      wrong(Kind.LOST_FIRING, time, "was launched and has no run");
    } else if (runs.size() > 1) {
      wrong(Kind.DOUBLED_FIRING, time, "has runs: " + runs.size());
    } else if (!runs.get(0).id().equals(firing.run())) {
      wrong(
          Kind.DOUBLED_FIRING,
          time,
          "has run %s, on record is %s".formatted(runs.get(0).id(), firing.run()));
    }
  }

  private void checkSkipped(long time, List<Evidence.Run> runs) {
    if (!runs.isEmpty()) {
      wrong(Kind.DOUBLED_FIRING, time, "was skipped and has runs: " + runs.size());
    }
    if (schedule.overlap() != Overlap.SKIP
        || earlier.stream().noneMatch(run -> isOpen(run, time))) {
      wrong(Kind.BROKEN_RULE, time, "was skipped, and no earlier run was in progress");
    }
  }

  private static boolean isOpen(Evidence.Run run, long time) {
    Long ended = run.endedMillis();
    return ended == null || ended > time - OPEN_FOR_MILLIS;
  }
}
