package dev.escarole.engine.executor;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.Journal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Carries stored runs out on a fixed number of workers. Thread-safe. */
public final class RunExecutor implements AutoCloseable {

  private final Workers workers;
  private final Timers timers;
  private final ExecutorService finisher =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "escarole-finisher"));
  private final LiveRuns live = new LiveRuns();
  private final LiveRuns aside = new LiveRuns();
  private final ExecutorParts parts;

  /**
   * @param workerCount how many leaves run at once over all runs, at least 1
   * @param mostWaiting how many leaves besides may wait, for a time to come, without a worker
   */
  public RunExecutor(
      ExecBroker broker, Journal journal, int workerCount, int mostWaiting, InstantSource clock) {
    this.workers = new Workers(workerCount, mostWaiting);
    this.timers = new Timers(workerCount);
    Pacer pacer = new Pacer(broker, workers, this::later);
    this.parts =
        new ExecutorParts(
            broker, RunEvents.in(journal), workers, pacer, timers, finisher, live, clock);
    // Not on the journal's own thread, which the end of a run has to get past.
    journal.onRefusal((run, why) -> finisher.execute(() -> giveUp(run, why)));
  }

  /** Ends a run of which no record can be kept. */
  private void giveUp(RunId id, StoreException why) {
    live(id).ifPresent(run -> run.breakOff(why));
  }

  /** Starts a run that is stored already; returns at once. */
  public LiveRun start(Launch launch) {
    LiveRun run = LiveRun.fresh(launch, parts);
    live.add(run);
    run.start();
    return run;
  }

  /**
   * Carries out a plan before the run of this id begins. It is no run of its own: it is not stored,
   * and only the launch's listener hears of it; its calls are audited as steps of that run.
   */
  public LiveRun startAside(Launch launch) {
    LiveRun run = LiveRun.fresh(launch, parts.aside(aside));
    aside.add(run);
    run.start();
    return run;
  }

  /** Goes on with a run whose engine went away; returns at once. */
  public LiveRun resume(Launch launch, Resumption resumption) {
    LiveRun run = LiveRun.resumed(launch, parts, resumption);
    live.add(run);
    run.goOn(resumption);
    return run;
  }

  /**
   * Begins no leaf any more, and waits until those that have begun have ended, however long that
   * takes. What follows from their results waits; {@link #suspend} then interrupts no leaf.
   *
   * @throws InterruptedException if this thread is interrupted; no leaf begins all the same
   */
  public void drain() throws InterruptedException {
    workers.drain();
  }

  /**
   * Stops the runs in progress without ending them: their leaves are stopped, nothing of that is
   * recorded, and they can be resumed. Takes no runs afterwards.
   */
  public void suspend() {
    live().forEach(LiveRun::suspend);
    aside.all().forEach(LiveRun::suspend);
  }

  private void later(long millis, Runnable task) {
    // Nobody cancels it: a principal's quota is renewed whether anybody waits for it or not.
    Future<?> unused = timers.after(millis, task);
  }

  /** The runs in progress. */
  public List<LiveRun> live() {
    return live.all();
  }

  /** A run, if it is in progress. */
  public Optional<LiveRun> live(RunId id) {
    return Optional.ofNullable(live.get(id));
  }

  /**
   * Hears every event of every run from now on, in order within each run, on the threads that carry
   * the runs out: return at once. What throws is told of in the log.
   *
   * @return ends it when run
   */
  public Runnable listen(Consumer<RunEvent> listener) {
    return live.listen(listener);
  }

  /** What is being done now. */
  public ExecutorLoad load() {
    return new ExecutorLoad(
        live().size(), workers.count(), workers.busy(), workers.waiting(), workers.queued());
  }

  /** Cancels the runs in progress, waits for their end, and ends every thread. */
  @Override
  public void close() {
    workers.goOn();
    List<LiveRun> last = new ArrayList<>(live());
    last.addAll(aside.all());
    last.forEach(LiveRun::cancel);
    last.forEach(run -> awaitQuietly(run.result()));
    workers.close();
    timers.close();
    finisher.shutdown();
    Endings.await(finisher);
  }

  private static void awaitQuietly(CompletableFuture<?> result) {
    // How the run ended is for those who asked for it; here it only has to have ended.
    result.handle((value, error) -> true).join();
  }
}
