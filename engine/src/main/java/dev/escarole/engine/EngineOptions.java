package dev.escarole.engine;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.store.DatabaseAddress;
import dev.escarole.engine.store.Durability;
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
 * @param clock where times come from
 * @param storage which database, and what it promises
 */
public record EngineOptions(
    @Nullable Path data,
    int workers,
    Limits limits,
    PlanLimits planLimits,
    InstantSource clock,
    StorageOptions storage) {

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
        InstantSource.system(),
        StorageOptions.DEFAULTS);
  }

  /** Keeps runs in a directory, which is created when missing. */
  public static EngineOptions at(Path data) {
    return inMemory().withData(data);
  }

  public EngineOptions withData(Path directory) {
    return new EngineOptions(directory, workers, limits, planLimits, clock, storage);
  }

  public EngineOptions withWorkers(int count) {
    return new EngineOptions(data, count, limits, planLimits, clock, storage);
  }

  public EngineOptions withLimits(Limits newLimits) {
    return new EngineOptions(data, workers, newLimits, planLimits, clock, storage);
  }

  public EngineOptions withPlanLimits(PlanLimits newLimits) {
    return new EngineOptions(data, workers, limits, newLimits, clock, storage);
  }

  public EngineOptions withClock(InstantSource newClock) {
    return new EngineOptions(data, workers, limits, planLimits, newClock, storage);
  }

  /**
   * Keeps runs in the database at this address instead of a file: {@code
   * postgresql://user:password@host/name}, or a JDBC URL. Workspaces and one's own commands stay in
   * the data directory, if there is one.
   *
   * @throws IllegalArgumentException if the address is not of a known form
   */
  public EngineOptions withDatabase(String address) {
    return withDatabase(DatabaseAddress.of(address));
  }

  /** Likewise, with an address whose password comes from elsewhere. */
  public EngineOptions withDatabase(DatabaseAddress address) {
    return withStorage(storage.withDatabase(address));
  }

  /** What a run outlives. */
  public EngineOptions withDurability(Durability durability) {
    return withStorage(storage.withDurability(durability));
  }

  public EngineOptions withStorage(StorageOptions newStorage) {
    return new EngineOptions(data, workers, limits, planLimits, clock, newStorage);
  }
}
