package dev.escarole.engine;

import dev.escarole.engine.store.DatabaseAddress;
import dev.escarole.engine.store.Durability;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.StoreOptions;
import java.nio.file.Path;
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
 */
public record StorageOptions(
    @Nullable Path data,
    @Nullable DatabaseAddress database,
    Durability durability,
    Retention retention) {

  static final StorageOptions IN_MEMORY =
      new StorageOptions(null, null, Durability.PROCESS, Retention.ALL);

  StorageOptions withData(Path directory) {
    return new StorageOptions(directory, database, durability, retention);
  }

  StorageOptions withDatabase(DatabaseAddress address) {
    return new StorageOptions(data, address, durability, retention);
  }

  StorageOptions withDurability(Durability value) {
    return new StorageOptions(data, database, value, retention);
  }

  StorageOptions withRetention(Retention value) {
    return new StorageOptions(data, database, durability, value);
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
