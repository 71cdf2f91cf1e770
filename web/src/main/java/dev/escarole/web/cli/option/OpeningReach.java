package dev.escarole.web.cli.option;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An installation that another thread opens meanwhile: opening a database takes as long as all else
 * that a short run does. Whoever has not taken it closes it again. For one thread.
 */
public final class OpeningReach implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OpeningReach.class);

  /** For how long an error waits to be told until a database is closed that was opened in vain. */
  private static final long PATIENCE_SECONDS = 2;

  private final CompletableFuture<Boolean> opensHere = new CompletableFuture<>();
  private final FutureTask<Reach> task;
  private final Thread thread;
  private boolean taken;

  /** Opens an installation. */
  public interface Opener {
    /**
     * @param opensHere to be called before a database is opened in this process
     */
    Reach open(Runnable opensHere);
  }

  private OpeningReach(Opener opener) {
    task = new FutureTask<>(() -> opener.open(() -> opensHere.complete(true)));
    thread = new Thread(this::open, "escarole-opening");
    thread.setDaemon(true);
  }

  /** Begins to open an installation. */
  public static OpeningReach start(Opener opener) {
    OpeningReach opening = new OpeningReach(opener);
    opening.thread.start();
    return opening;
  }

  private void open() {
    task.run();
    opensHere.complete(false);
  }

  /**
   * Waits for it; the caller closes it.
   *
   * @param meanwhile what is worth doing if the database is opened in this process
   * @throws RuntimeException that with which it could not be opened
   * @throws InterruptedException if this thread is interrupted
   */
  public Reach take(Runnable meanwhile) throws InterruptedException {
    if (opensHere.join()) {
      meanwhile.run();
    }
    try {
      Reach reach = task.get();
      taken = true;
      return reach;
    } catch (ExecutionException e) {
      taken = true;
      throw unchecked(e.getCause());
    }
  }

  private static RuntimeException unchecked(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }

  /** Ends the opening and closes what was opened, unless it was taken. */
  @Override
  public void close() {
    if (taken) {
      return;
    }
    if (!opensHere.isDone()) {
      // It still looks for the process that has the directory open, and may wait for it.
      thread.interrupt();
    }
    try {
      task.get(PATIENCE_SECONDS, TimeUnit.SECONDS).close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("The data directory that is not needed was not opened", e);
    }
  }
}
