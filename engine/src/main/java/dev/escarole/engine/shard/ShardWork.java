package dev.escarole.engine.shard;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.shard.ShardFormat.Order;
import dev.escarole.engine.shard.ShardFormat.Result;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.shard.ShardRows;
import dev.escarole.engine.store.shard.ShardRows.TakenShard;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the shards of other engines while this one has little to do itself. Thread-safe;
 * looks on one thread, and works on the executor's.
 */
final class ShardWork {

  private static final Logger LOG = LoggerFactory.getLogger(ShardWork.class);

  /** One at work, and the next one. */
  private static final int MOST_HELD = 2;

  /** Larger outputs are left to the owner, which has to hold all results of a shard. */
  private static final int MOST_BYTES = 16 << 20;

  private final ShardRows rows;
  private final RunExecutor executor;
  private final ExecBroker broker;
  private final BooleanSupplier mayClaim;
  private final Runnable lookSoon;
  private final Map<Long, Held> held = new ConcurrentHashMap<>();
  private final LongAdder done = new LongAdder();

  /**
   * @param lookSoon has the thread look
   */
  ShardWork(
      ShardRows rows,
      RunExecutor executor,
      ExecBroker broker,
      BooleanSupplier mayClaim,
      Runnable lookSoon) {
    this.rows = rows;
    this.executor = executor;
    this.broker = broker;
    this.mayClaim = mayClaim;
    this.lookSoon = lookSoon;
  }

  /** A shard at work. */
  private final class Held {
    private final long number;
    private final List<Order> orders;
    private final @Nullable Result[] results;
    private final AtomicInteger left;
    private final AtomicInteger bytes = new AtomicInteger();
    private final Cancellation cancellation = new Cancellation();
    private volatile boolean over;

    Held(long number, List<Order> orders) {
      this.number = number;
      this.orders = orders;
      this.results = new Result[orders.size()];
      this.left = new AtomicInteger(orders.size());
    }

    void begin() {
      for (int i = 0; i < orders.size(); i++) {
        int place = i;
        executor.perform(
            orders.get(i).caller().name(), this, () -> carryOut(place, orders.get(place)));
      }
    }

    private void carryOut(int place, Order order) {
      try {
        results[place] = cancellation.isCancelled() ? null : result(order);
      } catch (RuntimeException | Error e) {
        LOG.warn("Step {} of {} is left to its engine", order.path(), order.run(), e);
      } finally {
        int more = left.decrementAndGet();
        if (more == 0) {
          // Only ever set: workers pass here in any order.
          over = true;
        }
        if (more <= executor.workers()) {
          lookSoon.run();
        }
      }
    }

    /** Null if nothing ran: then the owner decides. */
    private @Nullable Result result(Order order) {
      Principal principal = order.caller();
      InvocationResult result =
          broker.executeForOther(
              Call.by(principal, order.run(), order.path()),
              order.invocation().cancellation(cancellation).build());
      if (result.wallNanos() == 0) {
        return null;
      }
      Result made = Result.of(result);
      if (bytes.addAndGet(made.size()) > MOST_BYTES) {
        return null;
      }
      done.increment();
      return made;
    }
  }

  /** How many commands it has carried out for others. */
  long done() {
    return done.sum();
  }

  // The following run on the thread.

  /** Whether it has shards of others. */
  boolean isBusy() {
    return !held.isEmpty();
  }

  /** Gives what is done, and takes what there is room for. */
  void look() {
    for (Held each : held.values()) {
      if (each.over) {
        give(each);
      }
    }
    while (mayClaim.getAsBoolean()
        && held.size() < MOST_HELD
        && executor.queued() < executor.workers()) {
      var taken = rows.take(ShardFormat.VERSION);
      if (taken.isEmpty()) {
        return;
      }
      begin(taken.get());
    }
  }

  private void give(Held shard) {
    if (!shard.cancellation.isCancelled()) {
      // If the database does not answer, it is given later.
      boolean given = rows.give(shard.number, ShardFormat.results(Arrays.asList(shard.results)));
      if (!given) {
        LOG.debug("Shard {} was no longer wanted", shard.number);
      }
    }
    held.remove(shard.number);
  }

  private void begin(TakenShard taken) {
    List<Order> orders;
    try {
      orders = ShardFormat.orders(taken.commands());
    } catch (UncheckedIOException e) {
      LOG.error("BUG: shard {} cannot be read; it is left to its engine", taken.number(), e);
      orders = List.of();
    }
    Held shard = new Held(taken.number(), orders);
    held.put(shard.number, shard);
    if (orders.isEmpty()) {
      shard.over = true;
    }
    shard.begin();
  }

  /** Stops what is no longer wanted, and leaves everything to others if it may not claim. */
  void check() {
    if (held.isEmpty()) {
      return;
    }
    Set<Long> wanted = rows.held(held.keySet());
    for (Held each : held.values()) {
      if (!wanted.contains(each.number)) {
        each.cancellation.cancel();
      }
    }
    if (!mayClaim.getAsBoolean()) {
      leave();
    }
  }

  /** Stops its commands and leaves its shards to others. */
  void leave() {
    held.values().forEach(each -> each.cancellation.cancel());
    try {
      rows.release(held.keySet());
    } catch (StoreException e) {
      LOG.debug("Shards are lost with this engine", e);
    }
    held.clear();
  }
}
