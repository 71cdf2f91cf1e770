package dev.escarole.engine.schedule;

import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredFiring.FiringKind;
import dev.escarole.recipe.schedule.Schedule;
import dev.escarole.recipe.schedule.Schedule.CatchUp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of the planned times that are due. Each is launched, or recorded as missed.
 * Immutable.
 *
 * @param last all planned times up to this one are decided
 * @param firings in the order of their times
 */
record Decision(Instant last, List<StoredFiring> firings) {

  /** How late a time may be to count as met. */
  static final Duration GRACE = Duration.ofMinutes(1);

  /** The most missed times that are made up for at once. */
  static final int MOST_CAUGHT_UP = 1_000;

  /**
   * Decides.
   *
   * @param decided all planned times up to this one are decided already
   * @return null if nothing is due
   */
  static @Nullable Decision of(ScheduleEntry entry, Instant decided, Instant now) {
    Instant latest = latest(entry, decided, now);
    if (latest == null) {
      return null;
    }
    Schedule schedule = entry.schedule();
    boolean met = !entry.schedule().due(entry.recipe(), latest).plus(GRACE).isBefore(now);
    List<StoredFiring> firings = new ArrayList<>();
    Instant first = latest;
    boolean launchesLatest = met || isWanted(schedule, latest, now);
    if (launchesLatest) {
      FiringKind kind = met ? FiringKind.TIME : FiringKind.CATCH_UP;
      firings.add(StoredFiring.due(entry.number(), latest, kind));
    }
    if (schedule.missed().catchUp() == CatchUp.ALL) {
      Instant earlier = schedule.previous(first, decided);
      while (earlier != null
          && firings.size() < MOST_CAUGHT_UP
          && isWanted(schedule, earlier, now)) {
        firings.add(StoredFiring.due(entry.number(), earlier, FiringKind.CATCH_UP));
        first = earlier;
        earlier = schedule.previous(earlier, decided);
      }
    }
    Instant lost = launchesLatest ? schedule.previous(first, decided) : latest;
    if (lost != null) {
      firings.add(StoredFiring.missed(entry.number(), decided, lost));
    }
    Collections.reverse(firings);
    return new Decision(latest, List.copyOf(firings));
  }

  /** The last planned time whose run is due, with its jitter. */
  private static @Nullable Instant latest(ScheduleEntry entry, Instant decided, Instant now) {
    Instant latest = entry.schedule().previous(now.plusNanos(1), decided);
    while (latest != null && entry.schedule().due(entry.recipe(), latest).isAfter(now)) {
      latest = entry.schedule().previous(latest, decided);
    }
    return latest;
  }

  /** Whether a missed time is made up for. */
  private static boolean isWanted(Schedule schedule, Instant planned, Instant now) {
    Schedule.MissedRule rule = schedule.missed();
    Duration within = rule.within();
    return rule.catchUp() != CatchUp.NONE
        && (within == null || Duration.between(planned, now).compareTo(within) <= 0);
  }
}
