package dev.escarole.engine;

import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.Durability;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where an engine keeps files and runs. Immutable.
 *
 * @param data directory for the database, the workspaces and one's own commands, created when
 *     missing; null keeps them only as long as the engine is open
 * @param database where the database is instead; null for H2 in the data directory, or in memory
 *     without one
 * @param durability what a run outlives
 * @param retention which runs are kept; all, unless set
 * @param bounds how much is kept beside the runs: results to be used again, and the audit
 * @param secrets files of the operator, such as that of a server's tokens, that no guest reaches,
 *     as it does not reach the data directory
 */
public record StorageOptions(
    @Nullable Path data,
    @Nullable DatabaseAddress database,
    Durability durability,
    Retention retention,
    StoreBounds bounds,
    Set<Path> secrets) {

  static final StorageOptions IN_MEMORY =
      new StorageOptions(
          null, null, Durability.PROCESS, Retention.ALL, StoreBounds.DEFAULTS, Set.of());

  /** Copies the set. */
  public StorageOptions {
    secrets = Set.copyOf(secrets);
  }

  StorageOptions withData(Path directory) {
    return new StorageOptions(directory, database, durability, retention, bounds, secrets);
  }

  StorageOptions withDatabase(DatabaseAddress address) {
    return new StorageOptions(data, address, durability, retention, bounds, secrets);
  }

  StorageOptions withDurability(Durability value) {
    return new StorageOptions(data, database, value, retention, bounds, secrets);
  }

  StorageOptions withRetention(Retention value) {
    return new StorageOptions(data, database, durability, value, bounds, secrets);
  }

  StorageOptions withBounds(StoreBounds value) {
    return new StorageOptions(data, database, durability, retention, value, secrets);
  }

  StorageOptions withSecret(Path file) {
    Set<Path> more = new HashSet<>(secrets);
    more.add(file);
    return new StorageOptions(data, database, durability, retention, bounds, more);
  }

  /**
   * The store's options.
   *
   * @param own for the database that the engine has of its own
   */
  StoreOptions storeOptions(StoreOptions own) {
    return (database == null ? own : StoreOptions.at(database)).withDurability(durability);
  }
}
