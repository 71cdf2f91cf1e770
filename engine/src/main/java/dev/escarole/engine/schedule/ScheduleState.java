package dev.escarole.engine.schedule;

import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredSchedule;
import dev.escarole.recipe.schedule.Schedule;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schedule in force. Immutable.
 *
 * @param number its key in the database
 * @param recipe its recipe's name in the folder
 * @param planned all planned times up to this one are decided
 * @param latest the newest planned time that was launched, or whose launch failed, or null
 * @param waiting planned times whose runs are not launched yet
 */
public record ScheduleState(
    long number,
    String recipe,
    Schedule schedule,
    boolean paused,
    Instant planned,
    @Nullable StoredFiring latest,
    long waiting) {

  static ScheduleState of(ScheduleEntry entry, StoredSchedule stored, Activity activity) {
    return new ScheduleState(
        entry.number(),
        entry.recipe(),
        entry.schedule(),
        stored.paused(),
        stored.planned(),
        activity.latest().get(entry.number()),
        activity.waiting().getOrDefault(entry.number(), 0L));
  }

  /** Its next planned times; empty while it is paused. */
  public List<Instant> next(int most) {
    return paused ? List.of() : schedule.times(planned, Instant.MAX, most);
  }

  /** Its planned times before {@code until}; empty while it is paused. */
  public List<Instant> until(Instant until, int most) {
    return paused ? List.of() : schedule.times(planned, until, most);
  }

  /** What all schedules did, read at once. */
  record Activity(Map<Long, StoredFiring> latest, Map<Long, Long> waiting) {
    static Activity of(ScheduleStore store) {
      Map<Long, StoredFiring> latest = new HashMap<>();
      store.latest().forEach(firing -> latest.put(firing.schedule(), firing));
      Map<Long, Long> waiting = new HashMap<>();
      store.waiting().forEach(each -> waiting.put(each.schedule(), each.count()));
      return new Activity(latest, waiting);
    }
  }
}
