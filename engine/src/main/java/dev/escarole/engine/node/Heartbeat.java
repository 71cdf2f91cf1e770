package dev.escarole.engine.node;

import dev.escarole.engine.node.EngineNode.NodeList;
import dev.escarole.engine.node.NodeReport.NodeSpread;
import dev.escarole.engine.node.NodeReport.NodeWork;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.node.NodeStore;
import dev.escarole.engine.store.node.NodeStore.NodeRows;
import dev.escarole.engine.store.node.StoredNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports every two seconds that this engine is alive, compares its clock with the database's, and
 * stops runs that others have claimed. Decides whether this engine may claim runs of others and
 * fire schedules. Where only one process can use the database, there is nothing to report.
 * Thread-safe.
 */
public final class Heartbeat implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** An engine that was silent for so long, frozen or cut off, was dead to the others. */
  private static final Duration SILENT = Duration.ofSeconds(8);

  /** A difference of clocks that is worth a warning, and one with which nothing is claimed. */
  private static final Duration WARNED_SKEW = Duration.ofSeconds(1);

  private static final Duration MOST_SKEW = Duration.ofSeconds(10);

  private static final Duration CLAIMS_SHOWN = Duration.ofMinutes(1);

  private final NodeStore store;
  private final Runs runs;
  private final InstantSource clock;
  private final Instant startedAt;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "escarole-heartbeat");
            made.setDaemon(true);
            return made;
          });

  /** Times of claims, by {@link System#nanoTime}. Guarded by itself. */
  private final Deque<Long> claims = new ArrayDeque<>();

  private volatile boolean serves;
  private volatile boolean draining;
  private volatile Beat last = Beat.NONE;

  /** Confined to the thread, as are the following. */
  private boolean silent;

  private boolean toldRefusal;
  private boolean toldSkew;

  /**
   * The runs of this engine.
   *
   * @param held those that are under way or queued
   * @param lose stops those that others have claimed
   * @param work how much there is to do
   * @param spread what it shares with others
   */
  public record Runs(
      Supplier<? extends Collection<RunId>> held,
      Consumer<Set<RunId>> lose,
      Supplier<NodeWork> work,
      Supplier<NodeSpread> spread) {}

  /**
   * The last beat that succeeded.
   *
   * @param nanos when it was, by {@link System#nanoTime}
   * @param at when it was, by the database's clock; null if there was none
   * @param quietUntil before that, nobody else is declared dead
   * @param ahead by how much this engine's clock is ahead of the database's
   * @param newer whether the database was changed by a newer version
   */
  private record Beat(
      long nanos, @Nullable Instant at, Instant quietUntil, Duration ahead, boolean newer) {
    static final Beat NONE = new Beat(0, null, Instant.MIN, Duration.ZERO, false);
  }

  /** Prepares the heartbeat of an engine. */
  public Heartbeat(NodeStore store, Runs runs, InstantSource clock) {
    this.store = store;
    this.runs = runs;
    this.clock = clock;
    this.startedAt = clock.instant();
  }

  /**
   * Begins to report.
   *
   * @param resumes whether this engine resumes runs of others; one that only looks has no row
   *     before it writes something
   */
  public void begin(boolean resumes) {
    serves = resumes;
    if (!store.isShared()) {
      return;
    }
    beat();
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            this::beat, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Claims nothing from now on. */
  public void drain() {
    draining = true;
  }

  /** Takes note of claimed runs: resumed ones of others, and ones that nobody had. */
  public void claimed(int count) {
    synchronized (claims) {
      for (int i = 0; i < count; i++) {
        claims.add(System.nanoTime());
      }
    }
  }

  private int lateClaims() {
    long oldest = System.nanoTime() - CLAIMS_SHOWN.toNanos();
    synchronized (claims) {
      while (!claims.isEmpty() && claims.getFirst() - oldest < 0) {
        claims.removeFirst();
      }
      return claims.size();
    }
  }

  /**
   * Whether this engine may claim runs of engines that seem dead. It may not when it was silent
   * itself: after an outage, the others need time to report again.
   */
  public boolean mayClaim() {
    return !draining && refusal().isEmpty() && (!store.isShared() || isSteady());
  }

  private boolean isSteady() {
    Beat beat = last;
    return beat.at() != null
        && System.nanoTime() - beat.nanos() < SILENT.toNanos()
        && !beat.at().isBefore(beat.quietUntil());
  }

  /** Why this engine must neither claim runs nor fire schedules, as a sentence; empty if it may. */
  public Optional<String> refusal() {
    Beat beat = last;
    if (beat.newer()) {
      return Optional.of(
          "A newer version of Escarole has changed the database. This node finishes its own runs"
              + " and claims no others. Upgrade it.");
    }
    if (beat.ahead().abs().compareTo(MOST_SKEW) > 0) {
      return Optional.of(
          "The clock of this node is %s that of the database. It claims no runs and fires no"
                  .formatted(apart(beat.ahead()))
              + " schedules until the difference is less than 10 s. Synchronise the clocks.");
    }
    return Optional.empty();
  }

  private static String apart(Duration ahead) {
    String by = Math.floor(ahead.abs().toMillis() / 100.0) / 10 + " s ";
    return by + (ahead.isNegative() ? "behind" : "ahead of");
  }

  private void beat() {
    try {
      if (last.at() == null) {
        measure();
      }
      if (serves && !store.isRegistered()) {
        store.register();
      }
      store.beat(own().json());
      measure();
      Set<RunId> lost = store.ofOthers(runs.held().get());
      if (!lost.isEmpty()) {
        runs.lose().accept(lost);
      }
      silent = false;
    } catch (RuntimeException e) {
      // The journal reports an unavailable database; this is for engines with nothing to write.
      if (!silent) {
        LOG.warn(
            "This node cannot report that it is alive; if that lasts, others claim its runs: {}",
            e.getMessage());
      }
      silent = true;
    }
  }

  /** Reads the database's clock. */
  private void measure() {
    Instant before = clock.instant();
    NodeStore.Moment moment = store.moment();
    Instant after = clock.instant();
    Duration took = Duration.between(before, after);
    Beat earlier = last;
    // An answer that was long in coming says little about the clocks.
    Duration ahead =
        took.compareTo(WARNED_SKEW) > 0
            ? earlier.ahead()
            : Duration.between(moment.now(), before.plus(took.dividedBy(2)));
    Instant at = earlier.at();
    boolean wasSilent = at != null && Duration.between(at, moment.now()).compareTo(SILENT) > 0;
    if (wasSilent) {
      LOG.warn(
          "This node was silent for {} s: it was frozen or cut off. Runs that others have claimed"
              + " meanwhile are stopped here.",
          Duration.between(at, moment.now()).toSeconds());
    }
    last =
        new Beat(
            System.nanoTime(),
            moment.now(),
            wasSilent ? moment.now().plus(SILENT) : earlier.quietUntil(),
            ahead,
            moment.schema() > store.schema());
    tell(ahead);
  }

  private void tell(Duration ahead) {
    String refusal = refusal().orElse(null);
    if (refusal != null && !toldRefusal) {
      LOG.warn("{}", refusal);
    } else if (refusal == null && toldRefusal) {
      LOG.warn("This node claims runs and fires schedules again.");
    }
    toldRefusal = refusal != null;
    boolean skewed = ahead.abs().compareTo(WARNED_SKEW) > 0;
    if (skewed && !toldSkew && refusal == null) {
      LOG.warn(
          "The clock of this node is {} that of the database. Synchronise the clocks.",
          apart(ahead));
    }
    toldSkew = skewed;
  }

  /**
   * The engines that use the database, this one first.
   *
   * @throws StoreException if the database does not answer
   */
  public NodeList nodes() {
    NodeRows rows = store.list();
    List<EngineNode> nodes = new ArrayList<>();
    boolean listed = rows.nodes().stream().anyMatch(StoredNode::own);
    if (serves && !listed) {
      nodes.add(
          new EngineNode(store.ownName(), true, true, startedAt, clock.instant(), 0, 0, own()));
    }
    rows.nodes().stream().filter(StoredNode::own).map(this::node).forEach(nodes::add);
    rows.nodes().stream().filter(node -> !node.own()).map(this::node).forEach(nodes::add);
    return new NodeList(store.isShared(), nodes, rows.interrupted(), rows.unclaimed());
  }

  /** What this engine reports about itself now. */
  public NodeReport own() {
    String refusal = draining ? "This node is stopping." : refusal().orElse(null);
    return new NodeReport(
        EngineVersion.get(),
        runs.work().get(),
        runs.spread().get(),
        last.ahead().toMillis(),
        lateClaims(),
        refusal);
  }

  private EngineNode node(StoredNode node) {
    String stored = node.report();
    NodeReport report = stored == null ? null : NodeReport.of(stored);
    return new EngineNode(
        node.name(),
        node.own(),
        node.alive(),
        node.startedAt(),
        node.own() && !store.isShared() ? clock.instant() : node.seenAt(),
        node.running(),
        node.queued(),
        node.own() ? own() : report);
  }

  /** Ends the reports and waits for the last one. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("The heartbeat did not end within a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
