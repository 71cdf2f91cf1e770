package dev.escarole.engine;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.PlanLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How an engine is set up. Immutable; each {@code with} method gives a changed copy.
 *
 * @param data directory for the database and the workspaces, created when missing; null keeps both
 *     only as long as the engine is open
 * @param workers leaves that run at once over all runs; the number of processors unless set
 * @param limits the operator's limits for every leaf, which a recipe can only narrow
 * @param planLimits how large a plan may grow
 * @param policyFile what principals other than the local operator may do; null for the file {@code
 *     policy.yaml} in the data directory, which need not exist
 * @param clock where times come from
 */
public record EngineOptions(
    @Nullable Path data,
    int workers,
    Limits limits,
    PlanLimits planLimits,
    @Nullable Path policyFile,
    InstantSource clock) {

  private static final int MOST_WORKERS = 1024;

  public EngineOptions {
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "EngineOptions.workers must be 1..%d, was %d".formatted(MOST_WORKERS, workers));
    }
  }

  /** Keeps runs in memory until the engine is closed. */
  public static EngineOptions inMemory() {
    return new EngineOptions(
        null,
        Runtime.getRuntime().availableProcessors(),
        Limits.defaults(),
        PlanLimits.DEFAULTS,
        null,
        InstantSource.system());
  }

  /** Keeps runs in a directory, which is created when missing. */
  public static EngineOptions at(Path data) {
    return inMemory().withData(data);
  }

  public EngineOptions withData(Path directory) {
    return new EngineOptions(directory, workers, limits, planLimits, policyFile, clock);
  }

  public EngineOptions withWorkers(int count) {
    return new EngineOptions(data, count, limits, planLimits, policyFile, clock);
  }

  public EngineOptions withLimits(Limits newLimits) {
    return new EngineOptions(data, workers, newLimits, planLimits, policyFile, clock);
  }

  public EngineOptions withPlanLimits(PlanLimits newLimits) {
    return new EngineOptions(data, workers, limits, newLimits, policyFile, clock);
  }

  public EngineOptions withPolicyFile(Path file) {
    return new EngineOptions(data, workers, limits, planLimits, file, clock);
  }

  public EngineOptions withClock(InstantSource newClock) {
    return new EngineOptions(data, workers, limits, planLimits, policyFile, newClock);
  }
}
