package dev.escarole.engine.schedule;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.ScheduleAccess;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.launch.QueueFullException;
import dev.escarole.engine.store.schedule.FiringClaim;
import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredFiring.FiringKind;
import dev.escarole.engine.store.schedule.StoredFiring.FiringState;
import dev.escarole.engine.store.schedule.StoredSchedule;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.schedule.Schedule.Overlap;
import dev.escarole.recipe.template.FactNames;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Launches the runs of planned times. Decisions are stored before the first launch, and the key of
 * each launch is made of schedule and time, so that it can be repeated after a crash.
 */
final class ScheduleLauncher {

  /** Label of all runs that a schedule launched. */
  static final String LABEL = "scheduled";

  /** The most runs of one schedule at the same time. */
  static final int MOST_OPEN = 100;

  /** The most planned times that wait for an earlier run. */
  static final int MOST_WAITING = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(ScheduleLauncher.class);

  private final Engine engine;
  private final ScheduleStore store;
  private final ScheduleOptions options;

  ScheduleLauncher(Engine engine, ScheduleOptions options) {
    this.engine = engine;
    this.store = ScheduleAccess.store(engine);
    this.options = options;
  }

  /** Decides about what is due now and stores that. */
  void decide(ScheduleEntry entry, StoredSchedule stored) {
    Instant now = options.clock().instant();
    Decision decision = Decision.of(entry, stored.planned(), now);
    if (decision != null) {
      store.decide(stored, decision.last(), decision.firings());
    }
  }

  /**
   * Launches what is due, as far as the schedule's rule about overlaps allows.
   *
   * @param closing whether to stop; the rest stays due
   * @return the runs that were launched now
   */
  List<RunId> launchDue(ScheduleEntry entry, BooleanSupplier closing) {
    List<StoredFiring> due = store.due(entry.number(), MOST_WAITING + 1);
    if (due.isEmpty()) {
      return List.of();
    }
    List<RunId> runs = new ArrayList<>();
    long open = store.openRuns(entry.number());
    for (int i = 0; i < due.size() && !closing.getAsBoolean(); i++) {
      StoredFiring firing = due.get(i);
      boolean onTime = firing.kind() == FiringKind.TIME;
      if (firing.kind() != FiringKind.MANUAL && !hasRoom(entry, open)) {
        if (onTime && entry.schedule().overlap() == Overlap.SKIP) {
          store.refused(firing, FiringState.SKIPPED, "An earlier run has not ended.");
        } else if (onTime && i >= MOST_WAITING) {
          store.refused(firing, FiringState.SKIPPED, "Too many earlier runs are waiting.");
        }
        continue;
      }
      RunId run = launch(entry, firing);
      if (run != null) {
        runs.add(run);
        open++;
      }
    }
    return runs;
  }

  private static boolean hasRoom(ScheduleEntry entry, long open) {
    return entry.schedule().overlap() == Overlap.PARALLEL ? open < MOST_OPEN : open == 0;
  }

  /** Launches one, or records why not and returns null. */
  @Nullable RunId launch(ScheduleEntry entry, StoredFiring firing) {
    String key = new FiringClaim(firing.schedule(), firing.planned()).key();
    try {
      return engine.launch(request(entry, firing), LaunchKey.of(FiringClaim.OWNER, key)).id();
    } catch (StoreException e) {
      // Stays due: it is tried again soon.
      throw e;
    } catch (QueueFullException e) {
      if (firing.kind() == FiringKind.MANUAL || entry.schedule().overlap() != Overlap.QUEUE) {
        refuse(entry, firing, String.valueOf(e.getMessage()));
      }
      // Otherwise it stays due until there is a place.
    } catch (RecipeException e) {
      refuse(entry, firing, e.problems().get(0).message());
    } catch (RuntimeException e) {
      refuse(entry, firing, String.valueOf(e.getMessage()));
    }
    return null;
  }

  private void refuse(ScheduleEntry entry, StoredFiring firing, String why) {
    LOG.warn(
        "The schedule {} of {} launched nothing for {}: {}",
        entry.schedule().name(),
        entry.recipe(),
        firing.planned(),
        why);
    store.refused(firing, FiringState.FAILED, why);
  }

  private RunRequest request(ScheduleEntry entry, StoredFiring firing) {
    return RunRequest.of(entry.definition())
        .values(entry.schedule().values())
        .value(FactNames.SCHEDULED_FOR, firing.planned().truncatedTo(ChronoUnit.SECONDS).toString())
        .principal(options.principal())
        .label(LABEL)
        .anywhere()
        .build();
  }
}
