package dev.escarole.web.app.local.history;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.WorkerWait;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunTimeline;
import dev.escarole.web.app.run.RunTimeline.Period;
import dev.escarole.web.app.run.RunTimeline.WorkerWaits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The waits of one run's leaves for a worker. Immutable. */
public final class WaitReading {

  private static final Logger LOG = LoggerFactory.getLogger(WaitReading.class);

  private final List<WorkerWait> waits;
  private final Map<Integer, List<Period>> byStep = new HashMap<>();
  private final Instant now;

  private WaitReading(List<WorkerWait> waits, Instant now) {
    this.waits = waits;
    this.now = now;
    for (WorkerWait each : waits) {
      byStep
          .computeIfAbsent(each.step(), unused -> new ArrayList<>(1))
          .add(new Period(RunTimeline.READY, each.from(), each.to(), null));
    }
  }

  /**
   * Reads the waits of a run.
   *
   * @param plan of the run, asked for only if anything has happened in it
   */
  public static WaitReading of(
      WorkerWait.Stored stored, RunHead head, Supplier<Plan> plan, Instant now) {
    boolean live = head.status() == RunStatus.RUNNING || head.status() == RunStatus.WAITING;
    if (stored.transitions().isEmpty() && !live) {
      return new WaitReading(List.of(), now);
    }
    try {
      return new WaitReading(WorkerWait.of(stored, plan.get(), live, now), now);
    } catch (StoreException e) {
      if (e.isTransient()) {
        throw e;
      }
      // What else there is of a damaged run is shown all the same.
      LOG.warn("Cannot tell how leaves of run {} waited: {}", head.run(), e.getMessage());
      return new WaitReading(List.of(), now);
    }
  }

  /** The waits of a step, in order. */
  public List<Period> of(int step) {
    return byStep.getOrDefault(step, List.of());
  }

  /** All waits in figures; null if there are none. */
  public @Nullable WorkerWaits summary(List<StoredStep> steps) {
    if (waits.isEmpty()) {
      return null;
    }
    WorkerWait longest = waits.get(0);
    int open = 0;
    for (WorkerWait each : waits) {
      longest = length(each).compareTo(length(longest)) > 0 ? each : longest;
      open += each.to() == null ? 1 : 0;
    }
    return new WorkerWaits(
        byStep.size(), open, length(longest).toMillis(), steps.get(longest.step()).place().path());
  }

  private Duration length(WorkerWait wait) {
    Instant to = wait.to();
    return Duration.between(wait.from(), to == null ? now : to);
  }
}
