package dev.escarole.engine.launch;

import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.executor.RunSuspendedException;
import dev.escarole.engine.node.NodeOptions;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.Dialect;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.Topic;
import dev.escarole.engine.store.journal.RunLostException;
import dev.escarole.engine.store.launch.Claimable;
import dev.escarole.engine.store.launch.StoredTurn;
import dev.escarole.engine.store.launch.UnclaimedRuns.Group;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims and starts stored runs that any engine of the database may run, as far as this one has
 * room. It looks for them when another engine has told of one, when one of its own runs has ended,
 * and every few seconds. The highest priority comes first; recipes with the same priority take
 * turns. Thread-safe; runs are claimed on one thread.
 */
public final class RunClaims implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunClaims.class);

  /** What waits is not read again for each run that ends: a backlog may be long. */
  private static final long KNOWN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Runs that end soon after each other make room for one claim of several. */
  private static final long LINGER_MILLIS = 5;

  /** Runs of one transaction. */
  private static final int MOST_AT_ONCE = 100;

  private final RunStore store;
  private final RunExecutor executor;
  private final StoredStart start;
  private final InstantSource clock;
  private final boolean deadCount;
  private final NodeRoom room;
  private final Runnable subscription;
  private final RecipeTurns turns = new RecipeTurns();

  /** Runs that were launched here and that this engine has not started. */
  private final Map<RunId, Expected> expected = new ConcurrentHashMap<>();

  /** Whether the thread will look anyway. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /** Whether runs were stored since the thread has read what waits. */
  private final AtomicBoolean stale = new AtomicBoolean(true);

  /** Whether it is time to look for runs that have waited for too long. */
  private final AtomicBoolean overdue = new AtomicBoolean(true);

  /** Claimed runs that are not under way yet, as they could not be read. */
  private final Deque<QueuedRun> claimed = new ConcurrentLinkedDeque<>();

  /** What may be claimed now. On the thread only, as are the next two. */
  private Claimable claimable = Claimable.any(List.of());

  /** What waited when it was last read. */
  private List<Group> known = List.of();

  private long readAt;

  private final LaunchThread thread = new LaunchThread("escarole-claims");

  private volatile Duty duty = new Duty(() -> false, count -> {}, () -> {});
  private volatile Dialect.Closing listening = () -> {};
  private volatile boolean begun;
  private volatile boolean stopped;

  /**
   * What the options of the engine say.
   *
   * @param deadCount whether the unfinished runs of dead engines count, because they are resumed
   */
  public record Setting(NodeOptions node, int workers, boolean deadCount) {}

  /**
   * What others decide and hear.
   *
   * @param mayClaim whether the engine may claim runs now that were not launched through it
   * @param claimed hears how many runs were claimed
   * @param doubted hears that the answer to a claim was lost
   */
  public record Duty(BooleanSupplier mayClaim, IntConsumer claimed, Runnable doubted) {}

  /** What this engine keeps of a run that it has launched for any engine. */
  private record Expected(QueuedRun.Host host, CompletableFuture<LiveRun> started) {}

  /**
   * Creates it; nothing is claimed before it begins.
   *
   * @param loader reads a stored run
   */
  public RunClaims(
      RunStore store,
      RunExecutor executor,
      LaunchQueue.Loader loader,
      InstantSource clock,
      Setting setting) {
    this.store = store;
    this.executor = executor;
    this.start = new StoredStart(store, loader, clock);
    this.clock = clock;
    this.deadCount = setting.deadCount();
    this.room =
        new NodeRoom(
            executor, setting.node(), setting.workers(), store.nodes().isShared(), claimed::size);
    this.subscription = executor.listen(this::heard);
  }

  /** Claims from now on, and leaves to others what has no room here. */
  public void begin(Duty newDuty) {
    duty = newDuty;
    begun = true;
    room.open();
    listening = store.listen(Topic.RUNS, this::announced);
    look();
  }

  /** Which launches this engine starts at once. */
  public NodeRoom room() {
    return room;
  }

  /** Notes a run that will be stored for any engine; the result completes if this one starts it. */
  public CompletableFuture<LiveRun> expect(RunId run, QueuedRun.Host host) {
    room.setBacklog(true);
    Expected noted = new Expected(host, new CompletableFuture<>());
    expected.put(run, noted);
    return noted.started();
  }

  /** Forgets a run that was not stored after all. */
  public void forget(RunId run) {
    expected.remove(run);
    look();
  }

  /** The start of a run that was launched here and that this engine has not started. */
  public Optional<CompletableFuture<LiveRun>> find(RunId run) {
    return Optional.ofNullable(expected.get(run)).map(Expected::started);
  }

  /** The runs that were launched here for any engine and that this one has not started. */
  public Set<RunId> expected() {
    return Set.copyOf(expected.keySet());
  }

  /** The runs that were launched here for any engine, or claimed, and are not under way here. */
  public Set<RunId> held() {
    Set<RunId> held = ConcurrentHashMap.newKeySet();
    held.addAll(expected.keySet());
    claimed.forEach(run -> held.add(run.id()));
    return held;
  }

  /** Forgets runs that other engines have claimed. */
  public void lose(Collection<RunId> lost) {
    for (RunId id : lost) {
      Expected gone = expected.remove(id);
      if (gone != null) {
        gone.started().completeExceptionally(new RunLostException(id));
      }
    }
  }

  /**
   * Ends a run that no engine has claimed as cancelled; has no effect on one of another engine.
   *
   * @return whether it was; a run that this engine has just claimed is cancelled as well
   */
  public boolean cancel(RunId id) {
    Expected noted = expected.get(id);
    Optional<StoredTurn> taken = store.take(id);
    taken.ifPresent(turn -> end(run(turn), RunStatus.CANCELLED, LaunchQueue.CANCELLED));
    if (taken.isEmpty() && noted != null) {
      var unused = noted.started().thenAccept(LiveRun::cancel);
    }
    return taken.isPresent();
  }

  private QueuedRun run(StoredTurn turn) {
    Expected noted = expected.get(turn.run());
    return noted == null
        ? new QueuedRun(turn, QueuedRun.Host.ofStored(turn, event -> {}))
        : new QueuedRun(turn, noted.host(), noted.started());
  }

  private void end(QueuedRun run, RunStatus status, String reason) {
    try {
      start.carryOut(
          run,
          launch -> executor.endWithoutStart(launch, status, reason),
          () -> expected.remove(run.id()));
    } catch (StoreException e) {
      duty.doubted().run();
      throw e;
    }
  }

  private void heard(RunEvent event) {
    if (event instanceof RunEvent.RunEnded && room.hasBacklog()) {
      look(LINGER_MILLIS);
    }
  }

  /** Some engine may have stored a run for any engine. */
  public void announced() {
    stale.set(true);
    look();
  }

  /** Looks for everything, soon: what was announced may not have been heard. */
  public void sweep() {
    overdue.set(true);
    announced();
  }

  /** Looks for runs to claim, soon. */
  public void look() {
    look(0);
  }

  private void look(long millis) {
    if (!begun || stopped || asked.getAndSet(true)) {
      return;
    }
    thread.later(millis, this::guarded);
  }

  // The following run on the thread.

  private void guarded() {
    asked.set(false);
    try {
      if (!stopped) {
        startClaimed();
        claimable = allowed();
        claim();
      }
    } catch (StoreException e) {
      stale.set(true);
      LOG.debug("Runs are claimed later", e);
    } catch (RuntimeException e) {
      LOG.error("BUG: claiming runs failed; it goes on", e);
    }
  }

  /**
   * An engine that may claim nothing still starts what was launched through it, as it does with
   * launches for which it has room at once: there may be no other one.
   */
  private Claimable allowed() {
    return duty.mayClaim().getAsBoolean()
        ? Claimable.any(room.labels())
        : Claimable.only(room.labels(), expected.keySet());
  }

  private void claim() {
    if (overdue.getAndSet(false)) {
      endLate();
    }
    boolean fresh = stale.get() || known.isEmpty() || System.nanoTime() - readAt > KNOWN_NANOS;
    if (room.left() == 0) {
      // What ends here next makes room; until then nobody needs to know more.
      room.setBacklog(room.hasBacklog() || stale.get());
      return;
    }
    if (fresh) {
      read();
    }
    while (!known.isEmpty() && room.left() > 0 && !stopped) {
      int before = claimedOf(turns.order(known));
      if (before == 0 && fresh) {
        // What is left is for other engines, or waits for runs of its recipe.
        return;
      }
      if (known.isEmpty() || before == 0) {
        read();
        fresh = true;
      }
    }
  }

  private void endLate() {
    for (StoredTurn turn : answered(() -> store.takeExpired(claimable, now()))) {
      QueuedRun run = run(turn);
      end(run, RunStatus.EXPIRED, LaunchQueue.expired(run));
    }
  }

  private void read() {
    stale.set(false);
    known = store.unclaimed(claimable);
    readAt = System.nanoTime();
    room.setBacklog(!known.isEmpty() || stale.get());
  }

  /** Claims one run of each group in turn, or more where there are fewer recipes than room. */
  private int claimedOf(List<Group> groups) {
    int all = 0;
    int priority = groups.get(0).priority();
    long first = groups.stream().filter(each -> each.priority() == priority).count();
    int share = (int) Math.max(1, room.left() / first);
    for (Group group : groups) {
      int count = Math.min(MOST_AT_ONCE, Math.min(room.left(), share));
      // Before it comes to a lower priority, those of the higher one have another turn.
      if (count == 0 || stopped || (group.priority() < priority && all > 0)) {
        return all;
      }
      int got = claimed(group, count);
      if (got < count) {
        known = known.stream().filter(each -> !each.equals(group)).toList();
      }
      all += got;
    }
    return all;
  }

  private int claimed(Group group, int count) {
    List<StoredTurn> runs = answered(() -> store.claim(group, count, claimable, deadCount, now()));
    if (!runs.isEmpty()) {
      turns.had(group.recipe());
      runs.forEach(turn -> claimed.add(run(turn)));
      duty.claimed().accept(runs.size());
      startClaimed();
    }
    return runs.size();
  }

  /** The database may have carried out a claim whose answer was lost. */
  private List<StoredTurn> answered(Supplier<List<StoredTurn>> claim) {
    try {
      return claim.get();
    } catch (StoreException e) {
      duty.doubted().run();
      throw e;
    }
  }

  private void startClaimed() {
    while (!claimed.isEmpty()) {
      QueuedRun run = claimed.getFirst();
      start.carryOut(
          run,
          executor::start,
          () -> {
            claimed.remove(run);
            expected.remove(run.id());
          });
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Claims nothing any more; launches are left to other engines. */
  public void stop() {
    stopped = true;
    room.close();
  }

  /**
   * Starts nothing any more; the handles of runs that nobody has claimed complete exceptionally.
   */
  public void suspend() {
    stop();
    subscription.run();
    thread.end();
    for (RunId id : new ArrayList<>(expected.keySet())) {
      Expected left = expected.remove(id);
      if (left != null) {
        left.started().completeExceptionally(new RunSuspendedException(id));
      }
    }
  }

  /** The same, and hears no announcements any more. */
  @Override
  public void close() {
    suspend();
    listening.close();
  }
}
