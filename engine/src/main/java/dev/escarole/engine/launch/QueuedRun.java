package dev.escarole.engine.launch;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.launch.StoredTurn;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A run that is queued by this engine. Its plan and its inputs stay in the database. Thread-safe.
 */
public final class QueuedRun {

  private final StoredTurn turn;
  private final Host host;
  private final CompletableFuture<LiveRun> started;

  /**
   * What a launch has that is not stored.
   *
   * @param listener receives every event of the run
   */
  public record Host(Principal principal, Consumer<RunEvent> listener, HostStreams streams) {

    /** Of a run that another engine left behind. */
    public static Host ofStored(StoredTurn turn, Consumer<RunEvent> listener) {
      return new Host(new Principal(turn.principal(), false), listener, HostStreams.NONE);
    }
  }

  public QueuedRun(StoredTurn turn, Host host) {
    this(turn, host, new CompletableFuture<>());
  }

  QueuedRun(StoredTurn turn, Host host, CompletableFuture<LiveRun> started) {
    this.turn = turn;
    this.host = host;
    this.started = started;
  }

  public RunId id() {
    return turn.run();
  }

  /** What is stored about its turn. */
  public StoredTurn turn() {
    return turn;
  }

  /** What is not stored about it. */
  public Host host() {
    return host;
  }

  /**
   * Completes when it starts, or ends without having started; exceptionally if its engine is
   * suspended or cannot start it.
   */
  public CompletableFuture<LiveRun> started() {
    return started;
  }
}
