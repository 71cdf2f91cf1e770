package dev.escarole.engine;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.Durability;
import dev.escarole.engine.store.database.StoreBounds;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * How an engine is set up. Immutable; each {@code with} method gives a changed copy.
 *
 * @param storage where files and runs are kept
 * @param workers leaves that run at once over all runs; the number of processors unless set
 * @param limits the operator's limits for every leaf, which a recipe can only narrow
 * @param planLimits how large a plan may grow; size and time are settings of the host, see
 *     README.md
 * @param policyFile what principals other than the local operator may do; null for the file {@code
 *     policy.yaml} in the data directory, which need not exist
 * @param clock where times come from
 * @param recovery whether runs that were interrupted go on when the engine is opened; they do,
 *     unless set otherwise
 * @param unknownCommands what becomes of recipes that name commands which nobody has registered;
 *     they are refused unless set otherwise
 */
public record EngineOptions(
    StorageOptions storage,
    int workers,
    Limits limits,
    PlanLimits planLimits,
    @Nullable Path policyFile,
    InstantSource clock,
    Recovery recovery,
    UnknownCommandRule unknownCommands) {

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
        StorageOptions.IN_MEMORY,
        Runtime.getRuntime().availableProcessors(),
        Limits.defaults(),
        HostSettings.plans(),
        null,
        InstantSource.system(),
        Recovery.automatic(),
        UnknownCommandRule.REFUSE);
  }

  /** Keeps runs in a directory, which is created when missing. */
  public static EngineOptions at(Path data) {
    return inMemory().withData(data);
  }

  public EngineOptions withData(Path directory) {
    return withStorage(storage.withData(directory));
  }

  public EngineOptions withWorkers(int count) {
    return new EngineOptions(
        storage, count, limits, planLimits, policyFile, clock, recovery, unknownCommands);
  }

  public EngineOptions withLimits(Limits newLimits) {
    return new EngineOptions(
        storage, workers, newLimits, planLimits, policyFile, clock, recovery, unknownCommands);
  }

  public EngineOptions withPlanLimits(PlanLimits newLimits) {
    return new EngineOptions(
        storage, workers, limits, newLimits, policyFile, clock, recovery, unknownCommands);
  }

  public EngineOptions withPolicyFile(Path file) {
    return new EngineOptions(
        storage, workers, limits, planLimits, file, clock, recovery, unknownCommands);
  }

  public EngineOptions withClock(InstantSource newClock) {
    return new EngineOptions(
        storage, workers, limits, planLimits, policyFile, newClock, recovery, unknownCommands);
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

  /**
   * Which runs are kept. What the limits let go is deleted when the engine is opened and once an
   * hour; runs that are not over always stay.
   */
  public EngineOptions withRetention(Retention retention) {
    return withStorage(storage.withRetention(retention));
  }

  /**
   * How much is kept beside the runs: results to be used again, and calls and lines of the audit.
   * What is too much goes while the engine works.
   */
  public EngineOptions withBounds(StoreBounds bounds) {
    return withStorage(storage.withBounds(bounds));
  }

  /** Keeps guests away from one more file, such as that of a server's tokens. */
  public EngineOptions withSecret(Path file) {
    return withStorage(storage.withSecret(file));
  }

  public EngineOptions withStorage(StorageOptions newStorage) {
    return new EngineOptions(
        newStorage, workers, limits, planLimits, policyFile, clock, recovery, unknownCommands);
  }

  public EngineOptions withRecovery(Recovery newRecovery) {
    return new EngineOptions(
        storage, workers, limits, planLimits, policyFile, clock, newRecovery, unknownCommands);
  }

  public EngineOptions withUnknownCommands(UnknownCommandRule rule) {
    return new EngineOptions(
        storage, workers, limits, planLimits, policyFile, clock, recovery, rule);
  }
}
