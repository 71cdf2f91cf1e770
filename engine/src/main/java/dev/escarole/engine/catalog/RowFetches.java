package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogException.Reason;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Adds rows of the catalogue in the background, each in a thread of its own. A row that is being
 * added already is not begun again. Remembers the latest attempt for each row.
 *
 * <p>Thread-safe.
 */
public final class RowFetches implements AutoCloseable {

  /** Most rows that are being added at once. */
  static final int MOST = 8;

  private final InstantSource clock;

  // Both are guarded by this.
  private final Map<String, RowFetch> latest = new HashMap<>();
  private final Set<Thread> threads = new HashSet<>();

  /**
   * @param clock tells when an attempt began and ended
   */
  public RowFetches(InstantSource clock) {
    this.clock = clock;
  }

  /** Adds a row. */
  public interface Work {
    /**
     * Fetches, verifies and registers the programs of a row, or builds them.
     *
     * @param progress how far downloads are
     * @param steps of a build, in words
     * @return the names of the added commands
     * @throws CatalogException if nothing was added
     * @throws InterruptedException if the thread is interrupted
     */
    List<String> add(FetchProgress progress, Consumer<String> steps)
        throws CatalogException, InterruptedException;
  }

  /**
   * Begins to add a row, and returns at once.
   *
   * @param row its name
   * @return the attempt that began, or the one that is under way
   * @throws CatalogException if too many are under way
   */
  public synchronized RowFetch start(String row, Work work) throws CatalogException {
    RowFetch before = latest.get(row);
    if (before != null && !before.state().phase().isOver()) {
      return before;
    }
    if (threads.size() >= MOST) {
      throw new CatalogException(
          Reason.TOO_MANY,
          "%d rows of the catalogue are being added already".formatted(MOST),
          "Add '%s' when one of them has ended.".formatted(row));
    }
    RowFetch fetch = new RowFetch(row, clock.instant());
    latest.put(row, fetch);
    Thread thread = new Thread(() -> run(fetch, work), "escarole-catalogue-" + row);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
    return fetch;
  }

  /** Returns the latest attempt to add a row, if there was one. */
  public synchronized Optional<RowFetch> latest(String row) {
    return Optional.ofNullable(latest.get(row));
  }

  private void run(RowFetch fetch, Work work) {
    try {
      List<String> commands = work.add(fetch::fetched, fetch::building);
      fetch.added(commands, clock.instant());
    } catch (CatalogException e) {
      fetch.failed(e, clock.instant());
    } catch (InterruptedException e) {
      fetch.failed(notAdded(fetch, "it was stopped"), clock.instant());
    } catch (RuntimeException | Error e) {
      fetch.failed(notAdded(fetch, String.valueOf(e.getMessage())), clock.instant());
      throw e;
    } finally {
      synchronized (this) {
        threads.remove(Thread.currentThread());
      }
    }
  }

  private static CatalogException notAdded(RowFetch fetch, String why) {
    return new CatalogException(
        Reason.NOT_ADDED, "'%s' was not added: %s".formatted(fetch.row(), why), "Add it again.");
  }

  /** Stops what is under way, without waiting for it. */
  @Override
  public synchronized void close() {
    threads.forEach(Thread::interrupt);
  }
}
