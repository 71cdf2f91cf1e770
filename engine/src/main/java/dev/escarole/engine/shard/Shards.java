package dev.escarole.engine.shard;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.executor.LeafPlace;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.node.NodeReport.NodeSpread;
import dev.escarole.engine.shard.ShardFormat.Order;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.Dialect;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.Topic;
import dev.escarole.engine.store.shard.ShardRows;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spreads the commands of wide parallel nodes over the engines of a database: what has long to wait
 * for a worker here is cut into shards, which other engines take while they have little to do. This
 * engine decides about its runs and records them; a shard that is lost runs here. Thread-safe; rows
 * are written and read on one thread.
 */
public final class Shards implements LeafPlace, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Shards.class);

  /** Commands of a shard: its rows cost little compared to them. */
  private static final int SIZE = 64;

  /** For each other engine, so that it has the next one at hand. */
  private static final int SHARDS_EACH = 3;

  /** What would not wait for long stays here, for each worker. */
  private static final int MOST_QUEUED = 16;

  /** Less than the commands that a principal may have at once unless its policy says otherwise. */
  private static final int MOST_QUEUED_IN_ALL = 48;

  /** Larger inputs stay here. */
  private static final int MOST_INPUT = 256 << 10;

  private static final long GATHER_MILLIS = 5;

  private static final long LOOK_MILLIS = 250;

  /** How often it looks for engines that have come or died. */
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** After a wide parallel node, it counts the other engines for so long. */
  private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Checks until it looks for shards of engines that have died. */
  private static final int FORGET_EACH = 10;

  private final RunStore store;
  private final ShardRows rows;
  private final AtomicInteger outside = new AtomicInteger();
  private final AtomicBoolean asked = new AtomicBoolean();

  /** Whether there may be something new for this engine. */
  private final AtomicBoolean stale = new AtomicBoolean();

  /** Not stored yet. Guarded by itself. */
  private final List<Offered> gathered = new ArrayList<>();

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "escarole-shards");
            made.setDaemon(true);
            return made;
          });

  private volatile @Nullable Surroundings surroundings;
  private volatile @Nullable ShardWork work;
  private volatile Dialect.Closing listening = () -> {};
  private volatile boolean closed;

  /** How many other engines there are. */
  private volatile int others;

  /** When it was last offered something that it would have taken. */
  private volatile long wantedAt = System.nanoTime() - TimeUnit.HOURS.toNanos(1);

  private long checkedAt = wantedAt;

  private int checks;

  /** By number of the row. On the thread only, as are the two before. */
  private final Map<Long, List<Offered>> stored = new HashMap<>();

  private record Offered(MovedLeaf leaf, CompletableFuture<InvocationResult> result) {
    boolean isWanted() {
      return !leaf.invocation().cancellation().isCancelled();
    }

    void giveBack(String why) {
      result.completeExceptionally(new IllegalStateException(why));
    }
  }

  /**
   * What is around it.
   *
   * @param others how many other engines may take shards now
   * @param mayClaim whether this engine may take shards of others now
   * @param works whether it takes shards at all
   */
  public record Surroundings(
      RunExecutor executor,
      ExecBroker broker,
      IntSupplier others,
      BooleanSupplier mayClaim,
      boolean works) {}

  /** Takes no commands before it begins. */
  public Shards(RunStore store) {
    this.store = store;
    this.rows = store.shards();
  }

  /** Spreads from now on, and carries out shards of others. */
  public void begin(Surroundings around) {
    if (around.works()) {
      work = new ShardWork(rows, around.executor(), around.broker(), around.mayClaim(), this::look);
    }
    surroundings = around;
    listening = store.listen(Topic.SHARDS, this::look);
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            this::guarded, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** What this engine shares with others now. */
  NodeSpread spread() {
    ShardWork worker = work;
    return new NodeSpread(outside.get(), worker == null ? 0 : worker.done());
  }

  @Override
  public Optional<CompletionStage<InvocationResult>> take(MovedLeaf leaf) {
    Surroundings around = surroundings;
    if (around == null || !isWorthIt(leaf, around.executor())) {
      return Optional.empty();
    }
    count();
    if (outside.incrementAndGet() > others * SHARDS_EACH * SIZE) {
      outside.decrementAndGet();
      return Optional.empty();
    }
    Offered offered = new Offered(leaf, new CompletableFuture<>());
    boolean full;
    boolean first;
    synchronized (gathered) {
      if (closed) {
        outside.decrementAndGet();
        return Optional.empty();
      }
      gathered.add(offered);
      first = gathered.size() == 1;
      full = gathered.size() == SIZE;
    }
    if (full) {
      soon(this::offer, 0);
    } else if (first) {
      soon(this::offer, GATHER_MILLIS);
    }
    return Optional.of(offered.result());
  }

  /** Each engine applies its own policy to what it takes. */
  @Override
  public boolean countsCalls() {
    return true;
  }

  /** Has the other engines counted, at once if it has not been wanted for some time. */
  private void count() {
    long now = System.nanoTime();
    boolean first = now - wantedAt > WANTED_NANOS;
    wantedAt = now;
    if (first) {
      soon(this::countOthers, 0);
    }
  }

  private static boolean isWorthIt(MovedLeaf leaf, RunExecutor executor) {
    int most = Math.min(MOST_QUEUED * executor.workers(), MOST_QUEUED_IN_ALL);
    return executor.queued() > most && leaf.invocation().input().size() <= MOST_INPUT;
  }

  private void soon(Runnable task, long millis) {
    try {
      Future<?> unused = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The engine is being closed");
    }
  }

  /** There may be something new: shards, results, or room for work. */
  private void look() {
    stale.set(true);
    if (!closed && !asked.getAndSet(true)) {
      soon(this::guarded, 0);
    }
  }

  // The following run on the thread.

  private void offer() {
    List<Offered> batch;
    synchronized (gathered) {
      batch = List.copyOf(gathered.subList(0, Math.min(SIZE, gathered.size())));
      gathered.subList(0, batch.size()).clear();
      if (!gathered.isEmpty()) {
        soon(this::offer, GATHER_MILLIS);
      }
    }
    if (batch.isEmpty()) {
      return;
    }
    try {
      List<Order> orders = batch.stream().map(each -> Order.of(each.leaf())).toList();
      stored.put(rows.offer(ShardFormat.VERSION, ShardFormat.orders(orders)), batch);
    } catch (RuntimeException e) {
      LOG.debug("A shard is carried out here", e);
      giveBack(batch, "could not be offered to other engines");
    }
  }

  private void giveBack(List<Offered> batch, String why) {
    outside.addAndGet(-batch.size());
    batch.forEach(each -> each.giveBack(why));
  }

  private void guarded() {
    asked.set(false);
    try {
      if (!stored.isEmpty()) {
        receive();
        lookAfterStored();
      }
      boolean due = System.nanoTime() - checkedAt > CHECK_NANOS;
      ShardWork worker = work;
      if (worker != null && (stale.getAndSet(false) || due || worker.isBusy())) {
        worker.look();
      }
      if (due) {
        check();
      }
    } catch (StoreException e) {
      LOG.debug("Shards are looked after later", e);
    } catch (RuntimeException e) {
      LOG.error("BUG: looking after shards failed; it goes on", e);
    }
  }

  private void receive() {
    Map<Long, byte[]> results = rows.results();
    results.forEach(
        (number, bytes) -> {
          List<Offered> batch = stored.remove(number);
          if (batch != null) {
            complete(batch, bytes);
          }
        });
    rows.delete(results.keySet());
  }

  private void complete(List<Offered> batch, byte[] bytes) {
    List<@Nullable InvocationResult> results;
    try {
      results = ShardFormat.results(bytes);
    } catch (UncheckedIOException e) {
      LOG.warn("The results of a shard cannot be read; its commands run here", e);
      results = List.of();
    }
    outside.addAndGet(-batch.size());
    for (int i = 0; i < batch.size(); i++) {
      InvocationResult result = i < results.size() ? results.get(i) : null;
      if (result == null) {
        batch.get(i).giveBack("was not carried out by the engine that took it");
      } else {
        batch.get(i).result().complete(result);
      }
    }
  }

  /** Takes back what nobody wants, and what nobody has taken while workers are idle here. */
  private void lookAfterStored() {
    Set<Long> unwanted = new HashSet<>();
    stored.forEach(
        (number, batch) -> {
          if (batch.stream().noneMatch(Offered::isWanted)) {
            unwanted.add(number);
          }
        });
    giveUp(unwanted, "is no longer wanted");
    Surroundings around = surroundings;
    if (around != null && around.mayClaim().getAsBoolean() && around.executor().queued() == 0) {
      for (long number : rows.takeBack(1)) {
        List<Offered> batch = stored.remove(number);
        if (batch != null) {
          giveBack(batch, "was taken by no other engine");
        }
      }
    }
  }

  private void giveUp(Collection<Long> numbers, String why) {
    rows.delete(numbers);
    for (long number : numbers) {
      List<Offered> batch = stored.remove(number);
      if (batch != null) {
        giveBack(batch, why);
      }
    }
  }

  private void countOthers() {
    Surroundings around = surroundings;
    if (around != null) {
      others = around.others().getAsInt();
    }
  }

  private void check() {
    checkedAt = System.nanoTime();
    if (checkedAt - wantedAt < WANTED_NANOS) {
      countOthers();
    }
    if (!stored.isEmpty()) {
      giveUp(rows.lost(), "was lost with the engine that took it");
    }
    ShardWork worker = work;
    if (worker != null) {
      worker.check();
    }
    if (checks++ % FORGET_EACH == 0) {
      rows.forget();
    }
  }

  /** Takes and carries out nothing any more; what it has is left to others. */
  @Override
  public void close() {
    synchronized (gathered) {
      closed = true;
    }
    listening.close();
    soon(this::leave, 0);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("Looking after shards did not end within a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave() {
    List<Offered> left;
    synchronized (gathered) {
      left = List.copyOf(gathered);
      gathered.clear();
    }
    giveBack(left, "was left by its engine");
    try {
      giveUp(new ArrayList<>(stored.keySet()), "was left by its engine");
      ShardWork worker = work;
      if (worker != null) {
        worker.leave();
      }
    } catch (RuntimeException e) {
      LOG.debug("Shards are deleted by other engines", e);
    }
  }
}
