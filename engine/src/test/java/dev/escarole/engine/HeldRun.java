package dev.escarole.engine;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Holds a run at an event, however long that takes, until its engine is suspended: the thread that
 * drives the run is kept in the listener, so nothing follows. That may be the thread that starts
 * the run, which is therefore never the test's own.
 */
final class HeldRun implements Consumer<RunEvent> {

  private final Engine engine;
  private final Predicate<RunEvent> where;
  private final CompletableFuture<RunId> there = new CompletableFuture<>();

  HeldRun(Engine engine, Predicate<RunEvent> where) {
    this.engine = engine;
    this.where = where;
  }

  @Override
  public void accept(RunEvent event) {
    if (where.test(event)) {
      there.complete(event.run());
      // A suspended run ends exceptionally, and one that is held ends in no other way.
      handle(event.run()).result().handle((result, suspended) -> true).join();
    }
  }

  /** Starts the run; returns when it has come to where it is held and all before is on record. */
  RunHandle start(RunRequest.Builder request) {
    new Thread(() -> starting(request.listener(this).build()), "test-start").start();
    RunHandle run = handle(there.join());
    engine.store().journal().flush();
    return run;
  }

  private void starting(RunRequest request) {
    try {
      RunHandle unused = engine.start(request);
    } catch (RuntimeException e) {
      there.completeExceptionally(e);
    }
  }

  private RunHandle handle(RunId run) {
    return engine.handle(run).orElseThrow();
  }
}
