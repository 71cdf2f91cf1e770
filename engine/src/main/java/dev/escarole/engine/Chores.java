package dev.escarole.engine;

import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.RunStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an engine does by itself, at its beginning and again and again: it lets runs go on that
 * another engine has left behind, deletes those that its options let go, and tidies its file.
 * Thread-safe.
 */
final class Chores {

  private static final Logger LOG = LoggerFactory.getLogger(Chores.class);

  /**
   * How long an engine waits between two times.
   *
   * @param sweep shows that it lives, and looks for runs that another one has left behind
   * @param prune deletes the runs that its options let go, and outputs that only results that were
   *     forgotten refer to
   * @param tidy keeps the database's file small
   */
  record Pauses(Duration sweep, Duration prune, Duration tidy) {
    static final Pauses REAL =
        new Pauses(Duration.ofSeconds(5), Duration.ofHours(1), Duration.ofSeconds(1));
  }

  private final RunStore store;
  private final Resumer resumer;
  private final RunRemover remover;
  private final Pauses pauses;
  private final List<RunHandle> resumed = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "escarole-recovery");
            made.setDaemon(true);
            return made;
          });

  /** What is done again and again; guarded by this. */
  private final List<Future<?>> repeated = new ArrayList<>();

  Chores(RunStore store, Resumer resumer, RunRemover remover, Pauses pauses) {
    this.store = store;
    this.resumer = resumer;
    this.remover = remover;
    this.pauses = pauses;
  }

  /** Does everything once, and from now on again and again what may be needed again. */
  void begin(EngineOptions options) {
    recover(options);
    keepFew(options.storage().retention());
    every(pauses.prune(), this::removeForgottenQuietly);
    every(pauses.tidy(), this::tidyQuietly);
  }

  private void recover(EngineOptions options) {
    Recovery recovery = options.recovery();
    if (recovery.atOpen()) {
      sweep(recovery);
    }
    if (options.storage().database() != null) {
      // Other engines may die later, and a server may take a while to notice that one has.
      every(pauses.sweep(), () -> sweepQuietly(recovery));
    }
  }

  private void keepFew(Retention retention) {
    if (retention.keepsAll()) {
      return;
    }
    remover.pruneQuietly(retention);
    every(pauses.prune(), () -> remover.pruneQuietly(retention));
  }

  private synchronized void every(Duration pause, Runnable work) {
    long millis = pause.toMillis();
    repeated.add(thread.scheduleWithFixedDelay(work, millis, millis, TimeUnit.MILLISECONDS));
  }

  private void sweep(Recovery recovery) {
    resumer.resumeAll(recovery.listener()).forEach(run -> resumed.add(new RunHandle(run)));
  }

  private void sweepQuietly(Recovery recovery) {
    try {
      store.showPresence();
      if (recovery.atOpen()) {
        sweep(recovery);
      }
    } catch (RuntimeException e) {
      LOG.warn("Interrupted runs cannot be looked for now; the next look is soon", e);
    }
  }

  private void removeForgottenQuietly() {
    try {
      store.results().removeForgotten();
    } catch (RuntimeException e) {
      LOG.warn("Outputs of forgotten results cannot be deleted now; the next try is later", e);
    }
  }

  private void tidyQuietly() {
    try {
      store.tidy();
    } catch (RuntimeException e) {
      // Whether the database is away is the journal's to tell.
      LOG.debug("The database's file cannot be tidied now", e);
    }
  }

  /** The runs that went on by themselves. */
  List<RunHandle> resumed() {
    return List.copyOf(resumed);
  }

  /** Waits for a look that is under way, or it would start runs in an engine that closes. */
  void end() {
    synchronized (this) {
      repeated.forEach(chore -> chore.cancel(false));
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("The look for interrupted or old runs has not ended within a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
