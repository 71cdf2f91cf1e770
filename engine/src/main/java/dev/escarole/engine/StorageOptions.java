package dev.escarole.engine;

import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.Durability;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.output.OutputPlace;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Storage of an engine. Immutable.
 *
 * @param data directory for the database, workspaces and user commands, created if missing; null
 *     keeps them only while the engine is open
 * @param database another database; null for H2 in the data directory, or in memory without one
 * @param durability which failures runs survive
 * @param retention which runs are kept; default: all
 * @param bounds limits of the result cache and the audit
 * @param outputs where large outputs are kept, for all nodes that share the database; null for the
 *     database
 * @param secrets files of the operator, such as a server's token file, that guests cannot access
 */
public record StorageOptions(
    @Nullable Path data,
    @Nullable DatabaseAddress database,
    Durability durability,
    Retention retention,
    StoreBounds bounds,
    @Nullable OutputPlace outputs,
    Set<Path> secrets) {

  static final StorageOptions IN_MEMORY =
      new StorageOptions(
          null, null, Durability.PROCESS, Retention.ALL, StoreBounds.DEFAULTS, null, Set.of());

  /** Copies the set. */
  public StorageOptions {
    secrets = Set.copyOf(secrets);
  }

  StorageOptions withData(Path directory) {
    return new StorageOptions(directory, database, durability, retention, bounds, outputs, secrets);
  }

  StorageOptions withDatabase(DatabaseAddress address) {
    return new StorageOptions(data, address, durability, retention, bounds, outputs, secrets);
  }

  StorageOptions withDurability(Durability value) {
    return new StorageOptions(data, database, value, retention, bounds, outputs, secrets);
  }

  StorageOptions withRetention(Retention value) {
    return new StorageOptions(data, database, durability, value, bounds, outputs, secrets);
  }

  StorageOptions withBounds(StoreBounds value) {
    return new StorageOptions(data, database, durability, retention, value, outputs, secrets);
  }

  StorageOptions withOutputs(OutputPlace value) {
    return new StorageOptions(data, database, durability, retention, bounds, value, secrets);
  }

  StorageOptions withSecret(Path file) {
    Set<Path> more = new HashSet<>(secrets);
    more.add(file);
    return new StorageOptions(data, database, durability, retention, bounds, outputs, more);
  }

  StoreOptions storeOptions(StoreOptions own) {
    return (database == null ? own : StoreOptions.at(database))
        .withDurability(durability)
        .withOutputs(outputs);
  }
}
