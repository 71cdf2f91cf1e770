package dev.escarole.engine;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.executor.LeafPlace;
import dev.escarole.engine.executor.WorkerOptions;
import dev.escarole.engine.node.NodeOptions;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.shard.Sharding;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.Durability;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.output.OutputPlace;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Options of an engine. Immutable; each {@code with} method returns a changed copy.
 *
 * <pre>{@code
 * import dev.escarole.engine.Engine;
 * import dev.escarole.engine.EngineOptions;
 * import dev.escarole.engine.store.Retention;
 * import java.nio.file.Path;
 * import java.time.Duration;
 *
 * EngineOptions options =
 *     EngineOptions.at(Path.of("data"))
 *         .withWorkers(4)
 *         .withRetention(Retention.ALL.withMaxAge(Duration.ofDays(30)));
 * try (Engine engine = Engine.open(options)) {
 *   System.out.println(engine.resumed().size() + " interrupted runs go on");
 * }
 * }</pre>
 *
 * @param storage where files and runs are kept
 * @param workers number of leaves that run at once; default: the number of processors
 * @param limits the operator's limits for every leaf, which recipes can only narrow
 * @param planLimits limits for plans; size and time are host settings, see README.md
 * @param policyFile the policy file; null for {@code policy.yaml} in the data directory, which may
 *     be missing
 * @param clock source of time
 * @param recovery whether interrupted runs are resumed when the engine is opened; default: yes
 * @param unknownCommands how to treat recipes with unknown commands; default: reject
 * @param node which launched runs this engine starts, where several use one database
 * @param executor whose threads run the leaves, see {@link #withExecutor}; null for threads of the
 *     engine
 * @param elsewhere is offered commands that may be carried out outside of this process; default:
 *     none are
 */
public record EngineOptions(
    StorageOptions storage,
    int workers,
    Limits limits,
    PlanLimits planLimits,
    @Nullable Path policyFile,
    InstantSource clock,
    Recovery recovery,
    UnknownCommandRule unknownCommands,
    NodeOptions node,
    @Nullable Executor executor,
    LeafPlace elsewhere) {

  private static final int MOST_WORKERS = 1024;

  public EngineOptions {
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "EngineOptions.workers must be 1..%d, was %d".formatted(MOST_WORKERS, workers));
    }
  }

  /** What its executor takes of these. */
  Sharding.Setting execution() {
    return new Sharding.Setting(
        new WorkerOptions(workers, HostSettings.HERE.mostWaiting(), executor), clock, elsewhere);
  }

  /** Keeps runs in memory until the engine is closed. */
  public static EngineOptions inMemory() {
    return new EngineOptions(
        StorageOptions.IN_MEMORY,
        Runtime.getRuntime().availableProcessors(),
        Limits.defaults(),
        HostSettings.HERE.planLimits(),
        null,
        InstantSource.system(),
        Recovery.automatic(),
        UnknownCommandRule.REFUSE,
        NodeOptions.DEFAULT,
        null,
        LeafPlace.NONE);
  }

  /** Keeps runs in a directory, which is created if missing. */
  public static EngineOptions at(Path data) {
    return inMemory().withData(data);
  }

  public EngineOptions withData(Path directory) {
    return withStorage(storage.withData(directory));
  }

  public EngineOptions withWorkers(int count) {
    return with(copy -> copy.workers = count);
  }

  public EngineOptions withLimits(Limits newLimits) {
    return with(copy -> copy.limits = newLimits);
  }

  public EngineOptions withPlanLimits(PlanLimits newLimits) {
    return with(copy -> copy.planLimits = newLimits);
  }

  public EngineOptions withPolicyFile(Path file) {
    return with(copy -> copy.policyFile = file);
  }

  public EngineOptions withClock(InstantSource newClock) {
    return with(copy -> copy.clock = newClock);
  }

  /**
   * Keeps runs in the database at this address: {@code postgresql://user:password@host/name}, or a
   * JDBC URL. Workspaces and user commands stay in the data directory, if there is one.
   *
   * @throws IllegalArgumentException if the address is not of a known form
   */
  public EngineOptions withDatabase(String address) {
    return withDatabase(DatabaseAddress.of(address));
  }

  /** Keeps runs in the database at this address. */
  public EngineOptions withDatabase(DatabaseAddress address) {
    return withStorage(storage.withDatabase(address));
  }

  /** Sets which failures runs survive. */
  public EngineOptions withDurability(Durability durability) {
    return withStorage(storage.withDurability(durability));
  }

  /**
   * Sets which runs are kept. Others are deleted when the engine is opened and once an hour;
   * unfinished runs always stay.
   */
  public EngineOptions withRetention(Retention retention) {
    return withStorage(storage.withRetention(retention));
  }

  /**
   * Keeps large outputs outside of the database, in a directory that all nodes have mounted, or
   * with {@code escarole-s3} in a bucket such as {@code s3://bucket/prefix}.
   *
   * @throws IllegalArgumentException if the place is wrong; the message says how
   */
  public EngineOptions withOutputs(String place) {
    return withOutputs(OutputPlace.of(place));
  }

  /** Keeps large outputs outside of the database. */
  public EngineOptions withOutputs(OutputPlace place) {
    return withStorage(storage.withOutputs(place));
  }

  /** Sets the limits of the result cache and the audit, which are enforced continuously. */
  public EngineOptions withBounds(StoreBounds bounds) {
    return withStorage(storage.withBounds(bounds));
  }

  /** Reserves a file, such as a server's token file, so that guests cannot access it. */
  public EngineOptions withSecret(Path file) {
    return withStorage(storage.withSecret(file));
  }

  public EngineOptions withStorage(StorageOptions newStorage) {
    return with(copy -> copy.storage = newStorage);
  }

  public EngineOptions withRecovery(Recovery newRecovery) {
    return with(copy -> copy.recovery = newRecovery);
  }

  public EngineOptions withUnknownCommands(UnknownCommandRule rule) {
    return with(copy -> copy.unknownCommands = rule);
  }

  /** Sets which launched runs this engine starts, where several use one database. */
  public EngineOptions withNode(NodeOptions options) {
    return with(copy -> copy.node = options);
  }

  /**
   * Has leaves run on threads of the host, such as those of an application server or virtual ones.
   * Without this, the engine starts threads of its own. As many leaves as there are workers run at
   * once, or fewer if the executor has fewer threads; leaves that wait keep their threads. A thread
   * is given back when no leaf is queued. The engine does not close the executor, and starts
   * threads of its own if that refuses work or does it on the calling thread.
   *
   * <p>How deep a command can recurse depends on the stack of the thread: 8 MiB for the engine's
   * own, 1 MiB is Java's default. The executor's threads must not wait for runs of this engine,
   * unless others are left for their leaves.
   */
  public EngineOptions withExecutor(Executor threads) {
    return with(copy -> copy.executor = threads);
  }

  /** Sets a place that is offered commands which may be carried out outside of this process. */
  public EngineOptions withElsewhere(LeafPlace place) {
    return with(copy -> copy.elsewhere = place);
  }

  private EngineOptions with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.options();
  }

  /** Options of which one is changed. */
  private static final class Copy {
    private StorageOptions storage;
    private int workers;
    private Limits limits;
    private PlanLimits planLimits;
    private @Nullable Path policyFile;
    private InstantSource clock;
    private Recovery recovery;
    private UnknownCommandRule unknownCommands;
    private NodeOptions node;
    private @Nullable Executor executor;
    private LeafPlace elsewhere;

    Copy(EngineOptions from) {
      this.storage = from.storage;
      this.workers = from.workers;
      this.limits = from.limits;
      this.planLimits = from.planLimits;
      this.policyFile = from.policyFile;
      this.clock = from.clock;
      this.recovery = from.recovery;
      this.unknownCommands = from.unknownCommands;
      this.node = from.node;
      this.executor = from.executor;
      this.elsewhere = from.elsewhere;
    }

    EngineOptions options() {
      return new EngineOptions(
          storage,
          workers,
          limits,
          planLimits,
          policyFile,
          clock,
          recovery,
          unknownCommands,
          node,
          executor,
          elsewhere);
    }
  }
}
