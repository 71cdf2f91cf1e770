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
 * Options of an engine. Immutable; each {@code with} method returns a changed copy.
 *
 * <pre>{@code
 * import dev.escarole.engine.Engine;
 * import dev.escarole.engine.EngineOptions;
 * import dev.escarole.engine.store.Retention;
 * import java.nio.file.Path;
 * import java.time.Duration;
 *
 * EngineOptions options =
 *     EngineOptions.at(Path.of("data"))
 *         .withWorkers(4)
 *         .withRetention(Retention.ALL.withMaxAge(Duration.ofDays(30)));
 * try (Engine engine = Engine.open(options)) {
 *   System.out.println(engine.resumed().size() + " interrupted runs go on");
 * }
 * }</pre>
 *
 * @param storage where files and runs are kept
 * @param workers number of leaves that run at once; default: the number of processors
 * @param limits the operator's limits for every leaf, which recipes can only narrow
 * @param planLimits limits for plans; size and time are host settings, see README.md
 * @param policyFile the policy file; null for {@code policy.yaml} in the data directory, which may
 *     be missing
 * @param clock source of time
 * @param recovery whether interrupted runs are resumed when the engine is opened; default: yes
 * @param unknownCommands how to treat recipes with unknown commands; default: reject
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
        HostSettings.HERE.planLimits(),
        null,
        InstantSource.system(),
        Recovery.automatic(),
        UnknownCommandRule.REFUSE);
  }

  /** Keeps runs in a directory, which is created if missing. */
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
   * Keeps runs in the database at this address: {@code postgresql://user:password@host/name}, or a
   * JDBC URL. Workspaces and user commands stay in the data directory, if there is one.
   *
   * @throws IllegalArgumentException if the address is not of a known form
   */
  public EngineOptions withDatabase(String address) {
    return withDatabase(DatabaseAddress.of(address));
  }

  /** Keeps runs in the database at this address. */
  public EngineOptions withDatabase(DatabaseAddress address) {
    return withStorage(storage.withDatabase(address));
  }

  /** Sets which failures runs survive. */
  public EngineOptions withDurability(Durability durability) {
    return withStorage(storage.withDurability(durability));
  }

  /**
   * Sets which runs are kept. Others are deleted when the engine is opened and once an hour;
   * unfinished runs always stay.
   */
  public EngineOptions withRetention(Retention retention) {
    return withStorage(storage.withRetention(retention));
  }

  /** Sets the limits of the result cache and the audit, which are enforced continuously. */
  public EngineOptions withBounds(StoreBounds bounds) {
    return withStorage(storage.withBounds(bounds));
  }

  /** Reserves a file, such as a server's token file, so that guests cannot access it. */
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
