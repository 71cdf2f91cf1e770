package dev.escarole.engine;

import dev.escarole.engine.store.database.DatabaseAhead;
import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the database of an engine before the engine: for a process whose first engine will probably
 * have certain options, and which has other things to do before. Nothing is created.
 */
public final class Foresight {

  private Foresight() {}

  /**
   * Begins to open the database in a data directory on another thread, if there is one. The first
   * engine takes it over if its options say the same; otherwise, and after a failure, it opens its
   * own as if nothing had happened.
   *
   * @param options called on that thread; null if nothing can be foreseen
   */
  public static void begin(Supplier<@Nullable EngineOptions> options) {
    Runnable opening = DatabaseAhead.begin(() -> storeOptions(options.get()));
    Thread thread = new Thread(opening, "escarole-ahead");
    thread.setDaemon(true);
    thread.start();
  }

  /** Only after the checks of the directory that an engine begins with. */
  private static @Nullable StoreOptions storeOptions(@Nullable EngineOptions options) {
    Path data = options == null ? null : options.storage().data();
    if (options == null
        || data == null
        || options.storage().database() != null
        || !Files.exists(data.resolve(DataDirectory.DATABASE))) {
      return null;
    }
    return Workspaces.open(data).storeOptions(options.storage());
  }

  /** Closes the database if no engine has taken it; to be called when no engine is to come. */
  public static void end() {
    DatabaseAhead.drop();
  }
}
