package dev.escarole.web.app.setup;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.output.OutputPlace;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where an engine keeps its runs, and how much it keeps beside them. Immutable; each {@code with}
 * method gives a changed copy and throws an {@link IllegalArgumentException} that says what is
 * wrong with its value.
 */
public final class StorageSettings {

  /** A file in the data directory, and the usual bounds. */
  public static final StorageSettings DEFAULTS =
      new StorageSettings(null, null, StoreBounds.DEFAULTS);

  /** Null for a file in the data directory. */
  private final @Nullable DatabaseAddress database;

  /** Null for the database. */
  private final @Nullable OutputPlace outputs;

  private final StoreBounds bounds;

  private StorageSettings(
      @Nullable DatabaseAddress database, @Nullable OutputPlace outputs, StoreBounds bounds) {
    this.database = database;
    this.outputs = outputs;
    this.bounds = bounds;
  }

  /**
   * @param url such as {@code postgresql://user@host/name}
   * @param password used if the URL has none; null for none
   */
  public StorageSettings withDatabase(String url, @Nullable String password) {
    DatabaseAddress address = DatabaseAddress.of(url);
    return new StorageSettings(
        password == null || address.hasPassword() ? address : address.withPassword(password),
        outputs,
        bounds);
  }

  /**
   * @param place a directory or the address of a bucket, for large outputs
   */
  public StorageSettings withOutputs(String place) {
    return new StorageSettings(database, OutputPlace.of(place), bounds);
  }

  /** Sets the size of the largest outputs that are kept in the database nevertheless. */
  public StorageSettings withOutputsAbove(long bytes) {
    return new StorageSettings(database, outputs == null ? null : outputs.withAbove(bytes), bounds);
  }

  public StorageSettings withCacheBytes(long bytes) {
    return new StorageSettings(database, outputs, bounds.withCacheBytes(bytes));
  }

  public StorageSettings withAuditCalls(long rows) {
    return new StorageSettings(database, outputs, bounds.withAuditCalls(rows));
  }

  public StorageSettings withAuditLines(long rows) {
    return new StorageSettings(database, outputs, bounds.withAuditLines(rows));
  }

  public StorageSettings withAuditAge(Duration age) {
    return new StorageSettings(database, outputs, bounds.withAuditAge(age));
  }

  /** Whether the runs are in a file of the data directory. */
  public boolean isFile() {
    return database == null;
  }

  /** The place in words, without a password. */
  public String inWords(Path directory) {
    return database == null ? directory.toString() : database.toString();
  }

  /** Options of an engine with that data directory. */
  public EngineOptions at(Path directory) {
    return in(EngineOptions.at(directory));
  }

  /** Options of an engine that has the database alone, and no data directory. */
  public EngineOptions withoutDirectory() {
    return in(EngineOptions.inMemory());
  }

  /**
   * The same options with limits on the runs that are kept; null for no limit.
   *
   * @param age since the start of a run
   * @param bytes of outputs, rows and workspaces
   */
  public static EngineOptions keeping(
      EngineOptions options, @Nullable Duration age, @Nullable Long bytes) {
    return options.withRetention(new Retention(age, null, bytes));
  }

  private EngineOptions in(EngineOptions place) {
    EngineOptions bounded = place.withBounds(bounds);
    EngineOptions options = outputs == null ? bounded : bounded.withOutputs(outputs);
    return database == null ? options : options.withDatabase(database);
  }
}
