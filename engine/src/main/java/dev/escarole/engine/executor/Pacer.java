package dev.escarole.engine.executor;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.command.Cancellation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Lets leaves go to the workers no faster than the quota of their principal, and no more at once
 * than its cap, so that a run waits where a single call would be refused. What waits holds no
 * worker. The runs of one principal take turns, a leaf each; the leaves of one run go in order.
 *
 * <p>Thread-safe.
 */
final class Pacer {

  private final ExecBroker broker;
  private final Executor workers;
  private final Alarm alarm;

  /** By the principal's name; only those with leaves that wait or run. Guarded by this. */
  private final Map<String, Line> lines = new HashMap<>();

  /** Calls a task later. */
  interface Alarm {
    void after(long millis, Runnable task);
  }

  /**
   * One attempt of a leaf.
   *
   * @param run whose turn it takes
   * @param work is given the call to make, whose quota is charged; the call of a leaf that was
   *     cancelled while it waited is not to be made
   */
  record Leaf(Object run, Call call, Cancellation cancellation, Consumer<Call> work) {}

  /** The leaves of one principal. */
  private static final class Line {
    private final Map<Object, Set<Leaf>> waiting = new LinkedHashMap<>();
    private int inFlight;
    private boolean alarmed;

    void add(Leaf leaf) {
      waiting.computeIfAbsent(leaf.run(), run -> new LinkedHashSet<>()).add(leaf);
    }

    Leaf first() {
      return waiting.values().iterator().next().iterator().next();
    }

    /** Removes a leaf; its run goes to the end if it was its turn. */
    boolean remove(Leaf leaf, boolean turn) {
      Set<Leaf> ofRun = waiting.get(leaf.run());
      if (ofRun == null || !ofRun.remove(leaf)) {
        return false;
      }
      if (turn || ofRun.isEmpty()) {
        waiting.remove(leaf.run());
      }
      if (turn && !ofRun.isEmpty()) {
        waiting.put(leaf.run(), ofRun);
      }
      return true;
    }
  }

  Pacer(ExecBroker broker, Executor workers, Alarm alarm) {
    this.broker = broker;
    this.workers = workers;
    this.alarm = alarm;
  }

  /** Has the leaf run as soon as its principal's quota and cap allow. */
  void start(Leaf leaf) {
    Policy.Quota quota = quota(leaf);
    if (quota.callsPerSecond().isEmpty() && quota.concurrentCalls().isEmpty()) {
      workers.execute(() -> leaf.work().accept(leaf.call()));
      return;
    }
    List<Runnable> ready;
    synchronized (this) {
      lines.computeIfAbsent(name(leaf), name -> new Line()).add(leaf);
      ready = release(name(leaf));
    }
    // Whoever cancels now finds the leaf in line, or on its way to a worker, which looks again.
    leaf.cancellation().attach(() -> cancelled(leaf));
    ready.forEach(workers::execute);
  }

  /** A leaf that is cancelled while it waits ends at once: it will not call anything. */
  private void cancelled(Leaf leaf) {
    synchronized (this) {
      Line line = lines.get(name(leaf));
      if (line == null || !line.remove(leaf, false)) {
        return;
      }
      forgetIfDone(name(leaf), line);
    }
    workers.execute(() -> leaf.work().accept(leaf.call()));
  }

  private void ended(String principal) {
    List<Runnable> ready;
    synchronized (this) {
      Line line = lines.get(principal);
      if (line == null) {
        throw new IllegalStateException("BUG: a leaf of '" + principal + "' ended twice");
      }
      line.inFlight--;
      ready = release(principal);
      forgetIfDone(principal, line);
    }
    ready.forEach(workers::execute);
  }

  private void renewed(String principal) {
    List<Runnable> ready = List.of();
    synchronized (this) {
      Line line = lines.get(principal);
      if (line != null) {
        line.alarmed = false;
        ready = release(principal);
        forgetIfDone(principal, line);
      }
    }
    ready.forEach(workers::execute);
  }

  private void forgetIfDone(String principal, Line line) {
    if (line.inFlight == 0 && line.waiting.isEmpty() && !line.alarmed) {
      lines.remove(principal);
    }
  }

  /** Takes out of the line what may go now, and sees to it that the rest goes when it may. */
  private List<Runnable> release(String principal) {
    Line line = lines.get(principal);
    List<Runnable> ready = new ArrayList<>();
    while (line != null && !line.waiting.isEmpty()) {
      Leaf leaf = line.first();
      if (line.inFlight >= quota(leaf).concurrentCalls().orElse(Integer.MAX_VALUE)) {
        return ready; // Whichever ends first lets the next one go.
      }
      Optional<Call> counted = broker.reserve(leaf.call());
      if (counted.isEmpty()) {
        alarm(principal, line);
        return ready;
      }
      line.remove(leaf, true);
      line.inFlight++;
      ready.add(() -> run(leaf, counted.get()));
    }
    return ready;
  }

  private void alarm(String principal, Line line) {
    if (!line.alarmed) {
      line.alarmed = true;
      alarm.after(broker.untilRenewal().toMillis(), () -> renewed(principal));
    }
  }

  private void run(Leaf leaf, Call counted) {
    // A worker may have come late, and a call counts in the second in which it is made.
    Optional<Call> now = broker.reserve(counted);
    if (now.isEmpty() && putBack(leaf)) {
      return;
    }
    try {
      leaf.work().accept(now.orElse(counted));
    } finally {
      ended(name(leaf));
    }
  }

  /** Puts a leaf that cannot go yet in line again; false if it was cancelled and is to end. */
  private boolean putBack(Leaf leaf) {
    List<Runnable> ready;
    synchronized (this) {
      Line line = lines.get(name(leaf));
      if (line == null || leaf.cancellation().isCancelled()) {
        return false;
      }
      line.inFlight--;
      line.add(leaf);
      ready = release(name(leaf));
    }
    ready.forEach(workers::execute);
    return true;
  }

  private Policy.Quota quota(Leaf leaf) {
    return broker.policy(leaf.call().principal()).quota();
  }

  private static String name(Leaf leaf) {
    return leaf.call().principal().name();
  }
}
