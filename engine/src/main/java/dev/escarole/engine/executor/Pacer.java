package dev.escarole.engine.executor;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches leaves to the workers within the quota and concurrency limit of their principal, so
 * that a run waits where a single call would be rejected. Waiting leaves hold no worker. The
 * recipes of a principal take turns, and the runs of a recipe; the leaves of a run keep their
 * order.
 *
 * <p>A worker receives a pass of the principal, not a leaf: the leaf is selected when the worker
 * starts, because a pass may expire with its second, and the leaf must then keep its place. A leaf
 * that is cancelled before a worker takes it ends at once, on the cancelling thread.
 *
 * <p>Thread-safe.
 */
final class Pacer {

  private final ExecBroker broker;
  private final WorkQueue workers;
  private final Alarm alarm;

  /** By name of the principal, while leaves wait or run. Modified under the lock. */
  private final Map<String, Line> lines = new ConcurrentHashMap<>();

  interface Alarm {
    void after(long millis, Runnable task);
  }

  interface Work {
    /**
     * Runs the leaf, or ends it if it is cancelled.
     *
     * @param call the call to make, already charged to the quota, unless cancelled
     * @param place the leaf's place in the start order, which must be passed
     */
    void begin(Call call, StartOrder.Place place);
  }

  /**
   * One attempt of a leaf.
   *
   * @param turn whose turn it takes
   * @param order the start order of the run's leaves
   * @param continues whether it follows another leaf of its branch, and precedes branches that have
   *     not started
   */
  record Leaf(
      Turn turn,
      Call call,
      Cancellation cancellation,
      StartOrder order,
      boolean continues,
      Work work) {

    void end() {
      work.begin(call, StartOrder.Place.NONE);
    }
  }

  /** The leaves of one principal. Guarded by the pacer. */
  private static final class Line {
    private final FairQueue<Leaf> waiting = new FairQueue<>();

    /** Unused passes. */
    private int passes;

    /** Passes and running leaves. */
    private int inFlight;

    private boolean alarmed;
  }

  /** A leaf of a principal without a quota. */
  private static final class Free implements WorkQueue.Task {
    private final Leaf leaf;
    private final long since = System.nanoTime();
    private StartOrder.Place place = StartOrder.Place.NONE;

    Free(Leaf leaf) {
      this.leaf = leaf;
    }

    @Override
    public Turn owner() {
      return leaf.turn();
    }

    @Override
    public long since() {
      return since;
    }

    @Override
    public boolean continues() {
      return leaf.continues();
    }

    @Override
    public void taken() {
      place = leaf.order().next();
    }

    @Override
    public void run() {
      leaf.work().begin(leaf.call(), place);
    }
  }

  /** Admits the principal's first leaf when a worker starts. */
  private final class Pass implements WorkQueue.Task {
    private final Principal principal;
    private final long second;
    private final Turn turn;
    private final long since = System.nanoTime();

    /**
     * @param second the second whose quota was charged
     */
    Pass(Principal principal, long second) {
      this.principal = principal;
      this.second = second;
      // The line of the principal decides about recipes and runs.
      this.turn = new Turn(principal.name(), "", principal.name());
    }

    @Override
    public Turn owner() {
      return turn;
    }

    @Override
    public long since() {
      return since;
    }

    @Override
    public void run() {
      Admitted admitted = admit(this);
      if (admitted == null) {
        return;
      }
      try {
        admitted.leaf().work().begin(admitted.call(), admitted.place());
      } finally {
        change(principal.name(), line -> line.inFlight--);
      }
    }
  }

  private record Admitted(Leaf leaf, Call call, StartOrder.Place place) {}

  Pacer(ExecBroker broker, WorkQueue workers, Alarm alarm) {
    this.broker = broker;
    this.workers = workers;
    this.alarm = alarm;
  }

  /** Runs the leaf as soon as its principal's quota and concurrency limit allow. */
  void start(Leaf leaf) {
    String name = leaf.call().principal().name();
    // If other leaves wait, this one does too, even if the quota was removed.
    if (isUnlimited(leaf.call().principal()) && !lines.containsKey(name)) {
      Free task = new Free(leaf);
      workers.add(task);
      // A cancellation now finds the task in the queue, or a worker checks for it.
      leaf.cancellation().attach(() -> withdraw(task));
      return;
    }
    List<Pass> passes;
    synchronized (this) {
      Line line = lines.computeIfAbsent(name, missing -> new Line());
      line.waiting.add(leaf.turn(), leaf);
      passes = release(name, line);
    }
    leaf.cancellation().attach(() -> cancelled(leaf));
    passes.forEach(workers::add);
  }

  /** Changes a line, and hands out the passes that this allows. */
  private void change(String name, Consumer<Line> change) {
    List<Pass> passes = List.of();
    synchronized (this) {
      Line line = lines.get(name);
      if (line != null) {
        change.accept(line);
        passes = release(name, line);
        forgetIfDone(name, line);
      }
    }
    passes.forEach(workers::add);
  }

  private boolean isUnlimited(Principal principal) {
    Policy.Quota quota = broker.policy(principal).quota();
    return quota.callsPerSecond().isEmpty() && quota.concurrentCalls().isEmpty();
  }

  private void withdraw(Free task) {
    if (workers.remove(task)) {
      task.leaf.end();
    }
  }

  /** Ends a waiting leaf that was cancelled. */
  private void cancelled(Leaf leaf) {
    String name = leaf.call().principal().name();
    synchronized (this) {
      Line line = lines.get(name);
      if (line == null || !line.waiting.remove(leaf.turn(), leaf)) {
        return;
      }
      forgetIfDone(name, line);
    }
    leaf.end();
  }

  /** Selects the leaf for a pass; null if none waits, or the quota of this second is exhausted. */
  private synchronized @Nullable Admitted admit(Pass pass) {
    String name = pass.principal.name();
    Line line = Objects.requireNonNull(lines.get(name), "BUG: a pass without a line");
    line.passes--;
    if (!line.waiting.isEmpty()) {
      Call wanted = line.waiting.first().call();
      Call counted = new Call(wanted.principal(), pass.second, wanted.run(), wanted.step());
      // A worker may be late, and calls count in the second in which they are made.
      Optional<Call> now = broker.reserve(counted);
      if (now.isPresent()) {
        Leaf leaf = line.waiting.take();
        return new Admitted(leaf, now.get(), leaf.order().next());
      }
      alarm(name, line);
    }
    line.inFlight--;
    forgetIfDone(name, line);
    return null;
  }

  private void forgetIfDone(String name, Line line) {
    if (line.inFlight == 0 && line.waiting.isEmpty() && !line.alarmed) {
      lines.remove(name);
    }
  }

  /** Creates as many passes as allowed now, and schedules the next renewal. */
  private List<Pass> release(String name, Line line) {
    List<Pass> passes = new ArrayList<>();
    while (line.waiting.size() > line.passes) {
      Call next = line.waiting.first().call();
      Policy.Quota quota = broker.policy(next.principal()).quota();
      if (line.inFlight >= quota.concurrentCalls().orElse(Integer.MAX_VALUE)) {
        return passes; // The next end of a leaf releases another one.
      }
      Optional<Call> counted = broker.reserve(next);
      if (counted.isEmpty()) {
        alarm(name, line);
        return passes;
      }
      line.passes++;
      line.inFlight++;
      passes.add(new Pass(next.principal(), counted.get().countedIn()));
    }
    return passes;
  }

  private void alarm(String name, Line line) {
    if (!line.alarmed) {
      line.alarmed = true;
      alarm.after(
          broker.untilRenewal().toMillis(), () -> change(name, same -> same.alarmed = false));
    }
  }

  /**
   * Makes the leaves of a run start in the order in which workers took them, which would otherwise
   * be a race between their threads. Thread-safe.
   */
  static final class StartOrder {

    private final AtomicInteger taken = new AtomicInteger();
    private int begun;

    /**
     * A leaf's place in the order.
     *
     * @param order null for a leaf that was cancelled before it started
     */
    record Place(@Nullable StartOrder order, int number) {
      static final Place NONE = new Place(null, 0);

      /** Waits until all leaves before it have started, on other threads. */
      void await() {
        if (order != null) {
          order.awaitBegun(number);
        }
      }

      /** Lets the next leaf start; must be called exactly once. */
      void pass() {
        if (order != null) {
          order.passOne();
        }
      }
    }

    /** Takes the next place, which must be awaited and passed soon, on a thread with a slot. */
    Place next() {
      return new Place(this, taken.getAndIncrement());
    }

    private synchronized void awaitBegun(int number) {
      boolean interrupted = false;
      while (begun != number) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private synchronized void passOne() {
      begun++;
      notifyAll();
    }
  }

  /** Queue of leaves for the workers. Thread-safe. */
  interface WorkQueue {

    /** A task for a worker; compared by identity. */
    interface Task extends Runnable {

      /** The owner: tasks of one owner run in order, and owners take turns. */
      Turn owner();

      /** When it was made, as {@link System#nanoTime} has it. */
      long since();

      /** Whether it continues the adding worker's last task and may skip the queue. */
      default boolean continues() {
        return false;
      }

      /** Called once when it leaves the queue, in queue order, before {@link #run}. */
      default void taken() {}
    }

    /** Adds a task, to run as soon as a worker is free. */
    void add(Task task);

    /** Removes a task that has not been taken yet; returns whether it did. */
    boolean remove(Task task);
  }
}
