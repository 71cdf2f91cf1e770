package dev.escarole.engine.launch;

import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.executor.RunSuspendedException;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.RunLostException;
import dev.escarole.engine.store.launch.LaunchTurns.Begun;
import dev.escarole.recipe.schedule.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queued runs of an engine. Each is a stored run, which starts when the database says that its
 * recipe allows one more, and ends without having started when it is cancelled or its deadline has
 * passed. Thread-safe; all of that happens on one thread.
 */
public final class LaunchQueue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LaunchQueue.class);

  private static final long AGAIN_MILLIS = 1_000;

  static final String CANCELLED = "it was cancelled while it was queued";

  /** Deadlines are looked at again after this time, in case the clock was changed. */
  private static final long LONGEST_TIMER_MILLIS = 60_000;

  private final RunStore store;
  private final RunExecutor executor;
  private final StoredStart start;
  private final InstantSource clock;
  private final boolean deadCount;
  private final Runnable subscription;

  /** Guarded by this, as is all that is in it. */
  private final Map<String, TurnQueue> lanes = new HashMap<>();

  /** In order of their launches. Guarded by this. */
  private final Map<RunId, QueuedRun> runs = new LinkedHashMap<>();

  /** Runs that the database has started, but that could not be read yet. On the thread only. */
  private final Set<RunId> begun = new HashSet<>();

  private final LaunchThread thread = new LaunchThread("escarole-launches");

  /** Whether runs stay queued. */
  private volatile boolean stopped;

  /** Reads a stored run. */
  public interface Loader {
    Launch load(QueuedRun run);
  }

  /**
   * Creates an empty queue.
   *
   * @param deadCount whether the unfinished runs of dead engines count, because they are resumed
   */
  public LaunchQueue(
      RunStore store, RunExecutor executor, Loader loader, InstantSource clock, boolean deadCount) {
    this.store = store;
    this.executor = executor;
    this.start = new StoredStart(store, loader, clock);
    this.clock = clock;
    this.deadCount = deadCount;
    this.subscription = executor.listen(this::heard);
  }

  /** Adds a run that is stored as queued by this engine. */
  public void add(QueuedRun run) {
    synchronized (this) {
      lanes.computeIfAbsent(run.turn().recipe(), missing -> new TurnQueue()).add(run);
      runs.put(run.id(), run);
    }
    arm(run);
    // A place may have become free since the database decided.
    submit(() -> startDue(run.turn().recipe()));
  }

  /** A queued run; empty if it is not queued by this engine. */
  public synchronized Optional<QueuedRun> find(RunId id) {
    return Optional.ofNullable(runs.get(id));
  }

  /** The queued runs, in order of their launches. */
  public synchronized List<QueuedRun> all() {
    return List.copyOf(runs.values());
  }

  /** How many runs are queued, and for how long. */
  public synchronized QueueLoad load() {
    Instant now = clock.instant();
    Duration oldest =
        runs.values().stream()
            .map(run -> Duration.between(run.turn().turn().launchedAt(), now))
            .max(Comparator.naturalOrder())
            .orElse(null);
    return new QueueLoad(runs.size(), oldest);
  }

  /** The place of a run; empty if it is not queued by this engine. */
  public synchronized Optional<QueuePlace> place(RunId id) {
    QueuedRun run = runs.get(id);
    TurnQueue lane = run == null ? null : lanes.get(run.turn().recipe());
    if (run == null || lane == null) {
      return Optional.empty();
    }
    var turn = run.turn().turn();
    return Optional.of(
        new QueuePlace(
            lane.order().indexOf(run) + 1,
            lane.size(),
            turn.rule().atOnce(),
            turn.priority(),
            turn.launchedAt(),
            turn.expiresAt()));
  }

  /** Ends a queued run as cancelled, or cancels it if it has just started. */
  public void cancel(QueuedRun run) {
    submit(
        () -> {
          if (isQueued(run)) {
            end(run, RunStatus.CANCELLED, CANCELLED);
          } else {
            var unused = run.started().thenAccept(LiveRun::cancel);
          }
        });
  }

  /** Looks for places that became free through other engines. */
  public void look() {
    if (!all().isEmpty()) {
      submit(this::startAllDue);
    }
  }

  /** A run of this engine has begun to wait for people or programs, or waits no longer. */
  public void waits(LiveRun run) {
    submit(() -> waiting(run));
  }

  private void heard(RunEvent event) {
    if (event instanceof RunEvent.RunEnded ended) {
      String recipe = ended.result().recipe();
      synchronized (this) {
        if (!lanes.containsKey(recipe)) {
          return;
        }
      }
      submit(() -> startDue(recipe));
    }
  }

  /** Stores what holds now: an attempt that is repeated must not undo a later one. */
  private void waiting(LiveRun run) {
    boolean waits = run.isWaiting();
    store.turns().waits(run.id(), waits);
    if (waits) {
      startDue(run.plan().recipeName());
    }
  }

  private void submit(Runnable work) {
    thread.soon(() -> guarded(work));
  }

  private void later(long millis, Runnable work) {
    thread.later(millis, () -> guarded(work));
  }

  private void guarded(Runnable work) {
    try {
      if (!stopped) {
        work.run();
      }
    } catch (StoreException e) {
      LOG.warn("Queued runs cannot be started now; they stay queued: {}", e.getMessage());
      if (e.isTransient()) {
        later(AGAIN_MILLIS, work);
      }
    } catch (RuntimeException e) {
      LOG.error("BUG: the queue of runs failed; it goes on", e);
    }
  }

  // The following run on the thread.

  private void startAllDue() {
    List<String> recipes;
    synchronized (this) {
      recipes = List.copyOf(lanes.keySet());
    }
    all().forEach(this::expireIfDue);
    recipes.forEach(this::startDue);
  }

  private void startDue(String recipe) {
    QueuedRun next = next(recipe);
    while (next != null && !stopped && (expireIfDue(next) || start(next))) {
      next = next(recipe);
    }
  }

  private synchronized @Nullable QueuedRun next(String recipe) {
    TurnQueue lane = lanes.get(recipe);
    return lane == null ? null : lane.first();
  }

  /** Returns whether the next run may start as well. */
  private boolean start(QueuedRun run) {
    if (!begun.contains(run.id())) {
      Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      Begun answer = store.begin(run.turn(), deadCount, now);
      if (answer == Begun.LATER) {
        return false;
      }
      if (answer == Begun.GONE) {
        forget(run, false);
        run.started().completeExceptionally(new RunLostException(run.id()));
        return true;
      }
      begun.add(run.id());
    }
    start.carryOut(run, executor::start, () -> forget(run, true));
    begun.remove(run.id());
    return true;
  }

  private boolean expireIfDue(QueuedRun run) {
    Instant expiry = run.turn().turn().expiresAt();
    if (expiry == null || clock.instant().isBefore(expiry)) {
      return false;
    }
    end(run, RunStatus.EXPIRED, expired(run));
    return true;
  }

  /** Why a run with a deadline ends without having started. */
  static String expired(QueuedRun run) {
    Duration deadline = Objects.requireNonNull(run.turn().turn().rule().deadline());
    return "it did not start within its deadline of " + Durations.text(deadline);
  }

  /** Ends a run that has not started. Only the end is stored, so that a crash leaves it queued. */
  private void end(QueuedRun run, RunStatus status, String reason) {
    start.carryOut(
        run, launch -> executor.endWithoutStart(launch, status, reason), () -> forget(run, false));
  }

  private synchronized boolean isQueued(QueuedRun run) {
    return runs.get(run.id()) == run;
  }

  private synchronized void forget(QueuedRun run, boolean started) {
    runs.remove(run.id(), run);
    TurnQueue lane = lanes.get(run.turn().recipe());
    if (lane == null) {
      return;
    }
    if (started) {
      lane.started(run);
    } else {
      lane.remove(run);
    }
    if (lane.isEmpty()) {
      lanes.remove(run.turn().recipe());
    }
  }

  private void arm(QueuedRun run) {
    Instant expiry = run.turn().turn().expiresAt();
    if (expiry == null) {
      return;
    }
    long left = Duration.between(clock.instant(), expiry).toMillis() + 1;
    later(Math.max(1, Math.min(LONGEST_TIMER_MILLIS, left)), () -> ring(run));
  }

  private void ring(QueuedRun run) {
    if (isQueued(run) && !expireIfDue(run)) {
      arm(run);
    }
  }

  /** Forgets queued runs that another engine has claimed. */
  public void lose(Collection<RunId> lost) {
    for (RunId id : lost) {
      find(id)
          .ifPresent(
              run -> {
                forget(run, false);
                run.started().completeExceptionally(new RunLostException(id));
              });
    }
  }

  /** Starts no run any more; they stay queued. */
  public void stop() {
    stopped = true;
  }

  /** Leaves the queued runs to the next engine; their handles complete exceptionally. */
  public void suspend() {
    stopped = true;
    thread.end();
    List<QueuedRun> left;
    synchronized (this) {
      left = new ArrayList<>(runs.values());
      runs.clear();
      lanes.clear();
    }
    left.forEach(run -> run.started().completeExceptionally(new RunSuspendedException(run.id())));
  }

  /** Cancels the queued runs and ends the thread. */
  @Override
  public void close() {
    subscription.run();
    stopped = false;
    all().forEach(this::cancel);
    thread.end();
    suspend();
  }
}
