package dev.escarole.engine.executor;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets leaves go to the workers no faster than the quota of their principal, and no more at once
 * than its cap, so that a run waits where a single call would be refused. What waits holds no
 * worker. The runs of one principal take turns, a leaf each; the leaves of one run go in order.
 *
 * <p>What a worker is given is a pass for the principal, not a leaf: which leaf goes is decided
 * when the worker comes, as a pass that comes too late for its second may be worth nothing, and the
 * leaf must not lose its place then. A leaf that is cancelled before a worker takes it up ends at
 * once, on the thread that cancels it.
 *
 * <p>Thread-safe.
 */
final class Pacer {

  private final ExecBroker broker;
  private final WorkQueue workers;
  private final Alarm alarm;

  /** By the principal's name; only those with leaves that wait or run. Changed under the lock. */
  private final Map<String, Line> lines = new ConcurrentHashMap<>();

  /** Calls a task later. */
  interface Alarm {
    void after(long millis, Runnable task);
  }

  /** What a leaf does when it is its turn. */
  interface Work {
    /**
     * Runs the leaf, or ends it if it is cancelled.
     *
     * @param call the call to make, whose quota is charged; not to be made if it is cancelled
     * @param place when the leaf may begin; to be passed on in any case
     */
    void begin(Call call, StartOrder.Place place);
  }

  /**
   * One attempt of a leaf.
   *
   * @param run whose turn it takes
   * @param order the order in which the leaves of this run begin
   * @param continues whether it follows another leaf in its branch, ahead of branches that have not
   *     begun
   */
  record Leaf(
      Object run,
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
    private final Turns<Leaf> waiting = new Turns<>();

    /** Passes that no leaf has used yet. */
    private int passes;

    /** Passes and leaves that run. */
    private int inFlight;

    private boolean alarmed;
  }

  /** A leaf of a principal that may go as it likes. */
  private static final class Free implements WorkQueue.Task {
    private final Leaf leaf;
    private StartOrder.Place place = StartOrder.Place.NONE;

    Free(Leaf leaf) {
      this.leaf = leaf;
    }

    @Override
    public Object owner() {
      return leaf.run();
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

  /** Lets one leaf of the principal go, whichever is the first when a worker comes. */
  private final class Pass implements WorkQueue.Task {
    private final Principal principal;
    private final long second;

    /**
     * @param second the second of the clock whose quota was charged
     */
    Pass(Principal principal, long second) {
      this.principal = principal;
      this.second = second;
    }

    @Override
    public Object owner() {
      return principal.name();
    }

    @Override
    public boolean continues() {
      return false;
    }

    @Override
    public void taken() {}

    @Override
    public void run() {
      Admitted admitted = admit(this);
      if (admitted == null) {
        return;
      }
      try {
        admitted.leaf().work().begin(admitted.call(), admitted.place());
      } finally {
        ended(principal.name());
      }
    }
  }

  /** A leaf that goes now. */
  private record Admitted(Leaf leaf, Call call, StartOrder.Place place) {}

  Pacer(ExecBroker broker, WorkQueue workers, Alarm alarm) {
    this.broker = broker;
    this.workers = workers;
    this.alarm = alarm;
  }

  /** Has the leaf run as soon as its principal's quota and cap allow. */
  void start(Leaf leaf) {
    String name = leaf.call().principal().name();
    // Where others wait, a leaf does so too, even if its principal has no quota any more.
    if (isUnlimited(leaf.call().principal()) && !lines.containsKey(name)) {
      Free task = new Free(leaf);
      workers.add(task);
      // Whoever cancels now finds the task in the queue, or with a worker, which looks again.
      leaf.cancellation().attach(() -> withdraw(task));
      return;
    }
    List<Pass> passes;
    synchronized (this) {
      lines.computeIfAbsent(name, missing -> new Line()).waiting.add(leaf.run(), leaf);
      passes = release(name);
    }
    leaf.cancellation().attach(() -> cancelled(leaf));
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

  /** A leaf that is cancelled while it waits ends at once: it will not call anything. */
  private void cancelled(Leaf leaf) {
    String name = leaf.call().principal().name();
    synchronized (this) {
      Line line = lines.get(name);
      if (line == null || !line.waiting.remove(leaf.run(), leaf)) {
        return;
      }
      forgetIfDone(name, line);
    }
    leaf.end();
  }

  /** Says which leaf may go on this pass; null if none waits, or none may go in this second. */
  private synchronized @Nullable Admitted admit(Pass pass) {
    String name = pass.principal.name();
    Line line = line(name);
    line.passes--;
    if (!line.waiting.isEmpty()) {
      Call wanted = line.waiting.first().call();
      Call counted = new Call(wanted.principal(), pass.second, wanted.run(), wanted.step());
      // A worker may have come late, and a call counts in the second in which it is made.
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

  private void ended(String name) {
    List<Pass> passes;
    synchronized (this) {
      Line line = line(name);
      line.inFlight--;
      passes = release(name);
      forgetIfDone(name, line);
    }
    passes.forEach(workers::add);
  }

  private Line line(String name) {
    Line line = lines.get(name);
    if (line == null) {
      throw new IllegalStateException("BUG: a leaf of '" + name + "' ended twice");
    }
    return line;
  }

  private void renewed(String name) {
    List<Pass> passes = List.of();
    synchronized (this) {
      Line line = lines.get(name);
      if (line != null) {
        line.alarmed = false;
        passes = release(name);
        forgetIfDone(name, line);
      }
    }
    passes.forEach(workers::add);
  }

  private void forgetIfDone(String name, Line line) {
    if (line.inFlight == 0 && line.waiting.isEmpty() && !line.alarmed) {
      lines.remove(name);
    }
  }

  /** Makes as many passes as may be used now, and sees to it that there are more when there may. */
  private List<Pass> release(String name) {
    Line line = line(name);
    List<Pass> passes = new ArrayList<>();
    while (line.waiting.size() > line.passes) {
      Call next = line.waiting.first().call();
      Policy.Quota quota = broker.policy(next.principal()).quota();
      if (line.inFlight >= quota.concurrentCalls().orElse(Integer.MAX_VALUE)) {
        return passes; // Whichever ends first lets the next one go.
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
      alarm.after(broker.untilRenewal().toMillis(), () -> renewed(name));
    }
  }
}
