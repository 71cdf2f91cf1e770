package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.node.Heartbeat;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.shard.Sharding;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.DeletedRuns;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work of an engine, at start and periodically: resumes runs that another engine left
 * behind, prunes old runs, and compacts the database file. Thread-safe.
 */
final class Maintenance implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

  /** What is done by itself is on record like what people do. */
  private static final Logger ACTIONS = LoggerFactory.getLogger("escarole.action");

  private static final String PRUNE = "run.prune";
  private static final String ORIGIN = "server";

  /**
   * Intervals between repetitions.
   *
   * @param sweep looks for runs that another engine left behind, and for decisions
   * @param prune deletes old runs, and outputs of evicted results
   * @param tidy compacts the database file
   */
  record Intervals(Duration sweep, Duration prune, Duration tidy) {
    static final Intervals REAL =
        new Intervals(Duration.ofSeconds(5), Duration.ofHours(1), Duration.ofSeconds(1));
  }

  private final RunStore store;
  private final Resumer resumer;
  private final Sharding sharding;
  private final Workspaces workspaces;
  private final Runnable lookForDecisions;
  private final Runnable carryOutLaunches;
  private final InstantSource clock;
  private final Intervals pauses;
  private final Heartbeat heartbeat;
  private final List<RunHandle> resumed = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "escarole-recovery");
            made.setDaemon(true);
            return made;
          });

  /** Periodic tasks; guarded by this. */
  private final List<Future<?>> repeated = new ArrayList<>();

  Maintenance(
      RunStore store,
      Resumer resumer,
      Sharding sharding,
      Workspaces workspaces,
      Runnable lookForDecisions,
      Runnable carryOutLaunches,
      InstantSource clock,
      Intervals pauses) {
    this.store = store;
    this.resumer = resumer;
    this.sharding = sharding;
    this.workspaces = workspaces;
    this.lookForDecisions = lookForDecisions;
    this.carryOutLaunches = carryOutLaunches;
    this.clock = clock;
    this.pauses = pauses;
    this.heartbeat =
        new Heartbeat(
            store.nodes(),
            new Heartbeat.Runs(resumer::held, resumer::lose, resumer::work, sharding::spread),
            clock);
  }

  Heartbeat heartbeat() {
    return heartbeat;
  }

  void begin(EngineOptions options) {
    heartbeat.begin(options.recovery().atOpen());
    recover(options);
    sharding.begin(this::otherNodes, heartbeat::mayClaim, options.recovery().atOpen());
    keepFew(options.storage().retention());
    // Somebody may have decided, or launched, through something else than this engine.
    every(pauses.sweep(), lookForDecisions);
    every(pauses.sweep(), this::carryOutIfAllowed);
    // Runs of other engines may have ended, and the database may have been away.
    every(pauses.sweep(), this::lookQuietly);
    every(pauses.prune(), this::removeForgottenQuietly);
    every(pauses.prune(), this::sweepOutputsQuietly);
    every(pauses.tidy(), this::tidyQuietly);
  }

  /** How many other engines may claim something. */
  private int otherNodes() {
    return (int)
        heartbeat.nodes().nodes().stream()
            .filter(node -> node.alive() && !node.own() && node.mayClaim())
            .count();
  }

  private void recover(EngineOptions options) {
    Recovery recovery = options.recovery();
    if (!recovery.atOpen()) {
      return;
    }
    sweep(recovery);
    resumer.claimFromNowOn(heartbeat::mayClaim, heartbeat::claimed);
    if (store.nodes().isShared()) {
      // Other engines may fail later, and a server may take a while to notice.
      every(pauses.sweep(), () -> sweepQuietly(recovery));
    }
  }

  private void keepFew(Retention retention) {
    if (retention.keepsAll()) {
      return;
    }
    // A first time may have much to delete, and nobody should wait for it.
    every(Duration.ZERO, pauses.prune(), () -> pruneQuietly(retention));
  }

  private void pruneQuietly(Retention limits) {
    try {
      RemovedRuns removed = remove(prunable(limits));
      if (!removed.runs().isEmpty()) {
        report(limits, removed);
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot delete old runs; will be retried in an hour", e);
    }
  }

  private void report(Retention limits, RemovedRuns removed) {
    String target =
        "%d runs: %s; %d bytes of output, %d bytes in workspaces"
            .formatted(
                removed.runs().size(),
                limits.words(),
                removed.outputBytes(),
                removed.workspaceBytes());
    String principal = Principal.localOperator().name();
    ACTIONS
        .atInfo()
        .addKeyValue("action", PRUNE)
        .addKeyValue("target", target)
        .addKeyValue("principal", principal)
        .addKeyValue("origin", ORIGIN)
        .addKeyValue("status", ActionEntry.DONE)
        .log("action");
    store
        .actions()
        .record(
            new ActionEntry(clock.instant(), principal, ORIGIN, PRUNE, target, ActionEntry.DONE));
  }

  /** The runs beyond these limits, newest first. */
  List<KeptRun> prunable(Retention limits) {
    return store.droppedBy(limits, clock.instant(), workspaces::size);
  }

  /** Workspaces are deleted after their runs: a crash leaves at most unused files. */
  RemovedRuns remove(List<KeptRun> runs) {
    LongAdder bytes = new LongAdder();
    DeletedRuns deleted = store.delete(runs, id -> bytes.add(workspaces.remove(id)));
    return new RemovedRuns(deleted.runs(), deleted.outputBytes(), bytes.sum());
  }

  RemovedRuns remove(Set<RunId> runs) {
    return remove(store.kept().stream().filter(run -> runs.contains(run.id())).toList());
  }

  private void every(Duration pause, Runnable work) {
    every(pause, pause, work);
  }

  private synchronized void every(Duration first, Duration pause, Runnable work) {
    repeated.add(
        thread.scheduleWithFixedDelay(
            work, first.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS));
  }

  private void sweep(Recovery recovery) {
    List<RunHandle> claimed = resumer.resumeAll(recovery.listener(), heartbeat::mayClaim);
    heartbeat.claimed(claimed.size());
    resumed.addAll(claimed);
  }

  private void sweepQuietly(Recovery recovery) {
    try {
      sweep(recovery);
    } catch (RuntimeException e) {
      LOG.warn("Cannot look for interrupted runs; will be retried soon", e);
    }
  }

  private void lookQuietly() {
    try {
      resumer.look();
    } catch (RuntimeException e) {
      LOG.warn("Cannot look for runs to start; will be retried soon", e);
    }
  }

  private void carryOutIfAllowed() {
    if (heartbeat.mayClaim()) {
      carryOutLaunches.run();
    }
  }

  private void removeForgottenQuietly() {
    try {
      store.nodes().forget();
      store.outbox().forget(clock.instant());
      store.results().removeForgotten();
    } catch (RuntimeException e) {
      LOG.warn(
          "Cannot delete old messages, outputs of evicted results, or rows of dead engines; will be"
              + " retried later",
          e);
    }
  }

  private void sweepOutputsQuietly() {
    try {
      int deleted = store.sweepOutputs(clock.instant());
      if (deleted > 0) {
        LOG.info("Deleted {} forgotten objects from the output store", deleted);
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot look for forgotten outputs; will be retried later", e);
    }
  }

  private void tidyQuietly() {
    try {
      store.tidy();
    } catch (RuntimeException e) {
      // The journal reports an unavailable database.
      LOG.debug("Cannot compact the database file", e);
    }
  }

  List<RunHandle> resumed() {
    return List.copyOf(resumed);
  }

  /**
   * Claims no run any more, and leaves those of this engine to others.
   *
   * @param most how long commands may go on
   */
  void drain(Duration most) throws InterruptedException {
    heartbeat.drain();
    resumer.drain(most);
  }

  /**
   * Waits for a running sweep, which could otherwise start runs in a closing engine, and leaves
   * what this engine does for others.
   */
  void end() {
    sharding.close();
    synchronized (this) {
      repeated.forEach(chore -> chore.cancel(false));
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("Maintenance did not end within a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the reports: until then, the ends of runs that are being cancelled are accepted. */
  @Override
  public void close() {
    heartbeat.close();
  }
}
