package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A database that a short process opens before it knows whether it needs it, because that takes as
 * long as all else it does. There is at most one in a process: the next database that is opened is
 * this one, if their options are the same. Thread-safe.
 */
public final class DatabaseAhead {

  private static final AtomicReference<@Nullable DatabaseAhead> ONLY = new AtomicReference<>();

  private final FutureTask<@Nullable Opened> task;

  /** Connections to the database, and the options with which it was opened. */
  private record Opened(StoreOptions options, HikariDataSource pool) {}

  private DatabaseAhead(Supplier<@Nullable StoreOptions> options) {
    task = new FutureTask<>(() -> opened(options.get()));
  }

  private static @Nullable Opened opened(@Nullable StoreOptions options) {
    return options == null ? null : new Opened(options, Database.migrated(options));
  }

  /**
   * Returns the task that opens a database, for another thread to run at once; callers that need
   * the database wait for it. A failure is not reported, because the database is opened again then.
   *
   * @param options called by that thread; null if there is nothing to open after all
   */
  public static Runnable begin(Supplier<@Nullable StoreOptions> options) {
    DatabaseAhead ahead = new DatabaseAhead(options);
    return ONLY.compareAndSet(null, ahead) ? ahead.task : () -> {};
  }

  /** Takes over the one with these options, once it is open; null if there is none. */
  static @Nullable HikariDataSource take(StoreOptions options) {
    DatabaseAhead ahead = ONLY.getAndSet(null);
    Opened opened = ahead == null ? null : ahead.await();
    if (opened == null) {
      return null;
    }
    if (opened.options().connectsLike(options)) {
      return opened.pool();
    }
    opened.pool().close();
    return null;
  }

  /** Closes it if nobody has taken it. */
  public static void drop() {
    DatabaseAhead ahead = ONLY.getAndSet(null);
    Opened opened = ahead == null ? null : ahead.await();
    if (opened != null) {
      opened.pool().close();
    }
  }

  private @Nullable Opened await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          // It is open, or not, in a moment; what is open has to be closed by somebody.
          interrupted = true;
        } catch (ExecutionException e) {
          return null;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
