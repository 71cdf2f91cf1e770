package dev.escarole.engine.launch;

import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.node.NodeOptions;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * How many more runs that any engine may run this one starts, and whether it starts a launch at
 * once. Thread-safe.
 */
public final class NodeRoom {

  private final RunExecutor executor;
  private final Set<String> labels;
  private final boolean shared;
  private final int most;
  private final IntSupplier claimed;

  /** Launches that have got room and are not under way yet. */
  private int entering;

  /** Whether this engine claims runs, so that a launch can wait for it. */
  private boolean claims;

  private boolean closed;

  /** Whether runs may wait for a node, so that a launch has to wait for its turn. */
  private volatile boolean backlog;

  /**
   * @param shared whether several processes can use the database at once
   * @param claimed how many runs were claimed and are not under way yet
   */
  NodeRoom(
      RunExecutor executor, NodeOptions node, int workers, boolean shared, IntSupplier claimed) {
    this.executor = executor;
    this.labels = node.labels();
    this.shared = shared;
    this.most = node.most(shared, workers);
    this.claimed = claimed;
  }

  /**
   * Takes room for a launch that any engine may run.
   *
   * @param node the label that its recipe requires of a node; empty for none
   * @return whether this engine starts it, and {@link #entered} must follow
   */
  public synchronized boolean enter(String node) {
    boolean fits = node.isEmpty() || !shared || labels.contains(node);
    boolean enters = !claims || (fits && !closed && !backlog && left() > 0);
    if (enters) {
      entering++;
    }
    return enters;
  }

  /** The launch is under way, was queued, or was refused. */
  public synchronized void entered() {
    entering--;
  }

  /** How many more runs fit. A run that waits for people or programs takes no room. */
  synchronized int left() {
    if (most == Integer.MAX_VALUE) {
      return most;
    }
    long active = executor.live().stream().filter(run -> !run.isWaiting()).count();
    return (int) Math.max(0, most - active - entering - claimed.getAsInt());
  }

  /** The most runs under way with which it claims more; {@link Integer#MAX_VALUE} for any. */
  public int most() {
    return most;
  }

  /** What recipes can require of this engine. */
  public Set<String> labels() {
    return labels;
  }

  /** Leaves to others, or to a later claim, what has no room here. */
  synchronized void open() {
    claims = true;
  }

  /** Leaves all launches to others. */
  synchronized void close() {
    closed = true;
  }

  /** Whether runs may wait for a node. */
  boolean hasBacklog() {
    return backlog;
  }

  void setBacklog(boolean waits) {
    backlog = waits;
  }
}
