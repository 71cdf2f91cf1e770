package dev.escarole.engine;

import dev.escarole.engine.run.RunEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Holds a run at an event, however long that takes, until its engine is suspended: the thread that
 * drives the run is kept in the listener, so nothing follows. Only for events that do not come
 * while the run is being started, on the thread that starts it.
 */
final class HeldRun implements Consumer<RunEvent> {

  private final Predicate<RunEvent> where;
  private final CompletableFuture<RunHandle> run = new CompletableFuture<>();
  private final CountDownLatch there = new CountDownLatch(1);

  HeldRun(Predicate<RunEvent> where) {
    this.where = where;
  }

  @Override
  public void accept(RunEvent event) {
    if (where.test(event)) {
      there.countDown();
      // A suspended run ends exceptionally, and one that is held ends in no other way.
      run.join().result().handle((result, suspended) -> true).join();
    }
  }

  /** Starts the run; returns when it has come to where it is held and all before is on record. */
  RunHandle startIn(Engine engine, RunRequest.Builder request) throws InterruptedException {
    RunHandle handle = engine.start(request.listener(this).build());
    run.complete(handle);
    there.await();
    engine.store().journal().flush();
    return handle;
  }
}
