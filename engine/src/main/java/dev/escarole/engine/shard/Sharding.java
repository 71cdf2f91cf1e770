package dev.escarole.engine.shard;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.executor.LastWork;
import dev.escarole.engine.executor.LeafPlace;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.executor.WorkerOptions;
import dev.escarole.engine.node.NodeReport.NodeSpread;
import dev.escarole.engine.store.RunStore;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** An executor, and the shards that it shares with other engines of its database. Thread-safe. */
public final class Sharding implements AutoCloseable {

  private final RunExecutor executor;
  private final ExecBroker broker;

  /** Null where there are no other engines, or commands go elsewhere. */
  private final @Nullable Shards shards;

  /**
   * The options of the engine.
   *
   * @param elsewhere takes commands instead of other engines
   */
  public record Setting(WorkerOptions workers, InstantSource clock, LeafPlace elsewhere) {}

  private Sharding(RunExecutor executor, ExecBroker broker, @Nullable Shards shards) {
    this.executor = executor;
    this.broker = broker;
    this.shards = shards;
  }

  /** Creates an executor, which is closed by the caller, and its shards. */
  public static Sharding open(
      RunStore store, ExecBroker broker, Setting setting, LastWork lastWork) {
    boolean spreads = setting.elsewhere() == LeafPlace.NONE && store.nodes().isShared();
    Shards shards = spreads ? new Shards(store) : null;
    RunExecutor executor =
        new RunExecutor(
            broker,
            store.journal(),
            store.awaits(),
            setting.workers(),
            setting.clock(),
            lastWork,
            shards == null ? setting.elsewhere() : shards);
    return new Sharding(executor, broker, shards);
  }

  public RunExecutor executor() {
    return executor;
  }

  /**
   * Spreads commands from now on.
   *
   * @param others how many other engines may take shards now
   * @param mayClaim whether this engine may take shards of others now
   * @param works whether it takes shards at all
   */
  public void begin(IntSupplier others, BooleanSupplier mayClaim, boolean works) {
    if (shards != null) {
      shards.begin(new Shards.Surroundings(executor, broker, others, mayClaim, works));
    }
  }

  /** What this engine shares with others now. */
  public NodeSpread spread() {
    return shards == null ? NodeSpread.NONE : shards.spread();
  }

  /** Spreads nothing any more; what other engines have is left to them. */
  @Override
  public void close() {
    if (shards != null) {
      shards.close();
    }
  }
}
