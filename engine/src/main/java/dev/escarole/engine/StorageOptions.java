package dev.escarole.engine;

import dev.escarole.engine.store.DatabaseAddress;
import dev.escarole.engine.store.Durability;
import dev.escarole.engine.store.StoreOptions;
import org.jspecify.annotations.Nullable;

/**
 * Which database an engine keeps runs in. Immutable.
 *
 * @param database where it is; null for H2 in the data directory, or in memory without one
 * @param durability what a run outlives
 */
public record StorageOptions(@Nullable DatabaseAddress database, Durability durability) {

  static final StorageOptions DEFAULTS = new StorageOptions(null, Durability.PROCESS);

  StorageOptions withDatabase(DatabaseAddress address) {
    return new StorageOptions(address, durability);
  }

  StorageOptions withDurability(Durability value) {
    return new StorageOptions(database, value);
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
