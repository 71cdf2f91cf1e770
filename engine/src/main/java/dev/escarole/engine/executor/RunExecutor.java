package dev.escarole.engine.executor;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.await.AwaitKey;
import dev.escarole.engine.store.await.Awaits;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.Journal;
import dev.escarole.engine.store.journal.RunLostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes stored runs on a fixed number of workers. Thread-safe. */
public final class RunExecutor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunExecutor.class);

  /** Runs whose last work is done at once. */
  private static final int KEEPERS = 2;

  private static final long AGAIN_MILLIS = 1_000;

  /** How often a draining executor looks for runs whose leaves have ended. */
  private static final long DRAIN_NANOS = 20_000_000;

  /** How often it looks whether the ends of the last leaves are recorded. */
  private static final long AFTER_NANOS = 1_000_000;

  private final Workers workers;
  private final Timers timers;
  private final Waits waits;
  private final ExecutorService finisher =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "escarole-finisher"));
  private final ExecutorService keepers =
      Executors.newFixedThreadPool(KEEPERS, task -> new Thread(task, "escarole-keeper"));
  private final LiveRuns live = new LiveRuns();
  private final LiveRuns aside = new LiveRuns();
  private final ExecutorParts parts;

  /**
   * Creates an executor.
   *
   * @param awaits where steps wait for people and programs
   * @param lastWork what is done at the end of each run that keeps files
   * @param place is offered leaves that may be carried out elsewhere
   */
  public RunExecutor(
      ExecBroker broker,
      Journal journal,
      Awaits awaits,
      WorkerOptions options,
      InstantSource clock,
      LastWork lastWork,
      LeafPlace place) {
    this.workers = new Workers(options);
    this.timers = new Timers(options.count());
    Pacer pacer = new Pacer(broker, workers, this::later);
    this.waits = new Waits(awaits, journal, timers, clock);
    Ends ends = new Ends(finisher, keepers, lastWork);
    this.parts =
        new ExecutorParts(broker, journal, workers, pacer, timers, waits, ends, live, clock, place);
    // Not on the journal's thread, which the end of a run needs.
    journal.onRefusal(
        (run, why) ->
            live(run)
                .ifPresent(
                    refused -> {
                      refused.refuse();
                      finisher.execute(() -> end(refused, why));
                    }));
  }

  private static void end(LiveRun run, StoreException why) {
    if (why instanceof RunLostException) {
      LOG.warn("{}", why.getMessage());
      run.leave(why);
    } else {
      run.breakOff(why);
    }
  }

  /** Stops a run that another engine has claimed; nothing more of it is recorded. */
  public void lose(RunId id) {
    live(id).ifPresent(run -> end(run, new RunLostException(id)));
  }

  /** Starts a stored run; returns at once. */
  public LiveRun start(Launch launch) {
    LiveRun run = LiveRun.fresh(launch, parts);
    live.add(run);
    run.start();
    return run;
  }

  /**
   * Ends a stored run that has not started; returns at once.
   *
   * @param reason why it did not start
   */
  public LiveRun endWithoutStart(Launch launch, RunStatus status, String reason) {
    LiveRun run = LiveRun.fresh(launch, parts);
    live.add(run);
    run.endWithoutStart(status, reason);
    return run;
  }

  /**
   * Sets who is told that nothing in a run can go on before people or a program answer, or that it
   * goes on. Called on the threads that drive runs, so it must be quick.
   */
  public void onWaiting(Consumer<LiveRun> listener) {
    live.onWaiting = listener;
  }

  /**
   * Executes a plan before the run with this id starts. It is not stored, only the launch's
   * listener receives its events, and its calls are audited as steps of that run.
   */
  public LiveRun startAside(Launch launch) {
    LiveRun run = LiveRun.fresh(launch, parts.aside(aside));
    aside.add(run);
    run.start();
    return run;
  }

  /** Resumes an interrupted run; returns at once. */
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
    drainRuns(Duration.ofNanos(Long.MAX_VALUE / 2), run -> {});
  }

  /**
   * Begins no leaf any more, and suspends each run as soon as none of its leaves is at work.
   *
   * @param most after this time the others are left as they are
   * @param left is told of each suspended run
   * @throws InterruptedException if this thread is interrupted; no leaf begins all the same
   */
  public void drain(Duration most, Consumer<RunId> left) throws InterruptedException {
    drainRuns(
        most,
        run -> {
          if (run.suspendIfIdle()) {
            left.accept(run.id());
          }
        });
  }

  private void drainRuns(Duration most, Consumer<LiveRun> idle) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    boolean more = true;
    while (more) {
      long wait = Math.min(DRAIN_NANOS, end - System.nanoTime());
      boolean calm = workers.drain(Math.max(0, wait));
      List<LiveRun> atWork = live().stream().filter(run -> !run.isIdle()).toList();
      live().stream().filter(LiveRun::isIdle).forEach(idle);
      // A leaf is at work until what follows from its end is recorded.
      boolean over = calm && atWork.isEmpty();
      more = !over && System.nanoTime() < end;
      if (more && calm) {
        TimeUnit.NANOSECONDS.sleep(AFTER_NANOS);
      }
    }
  }

  /**
   * Stops the runs in progress without ending them: their leaves are stopped without a record, so
   * that they can be resumed. Accepts no runs afterwards.
   */
  public void suspend() {
    live().forEach(LiveRun::suspend);
    aside.all().forEach(LiveRun::suspend);
  }

  /** Passes on what was decided about steps that wait, perhaps through other engines. */
  public void lookForDecisions() {
    waits.look();
  }

  /** Passes on what has just been decided about a step, if its run is in progress here. */
  public void decided(AwaitKey await) {
    waits.post(await);
  }

  private void later(long millis, Runnable task) {
    // Never cancelled: quotas are renewed regardless of waiting leaves.
    Future<?> unused = timers.after(millis, task);
  }

  /**
   * Has a worker do something that belongs to no run of this executor, in turn with the leaves.
   *
   * @param principal name of the principal whose turn it takes
   * @param owner what is done for one owner is done in order
   */
  public void perform(String principal, Object owner, Runnable work) {
    workers.add(new OtherWork(new Turn(principal, "", owner), System.nanoTime(), work));
  }

  /** Maximum number of leaves that run at once. */
  public int workers() {
    return workers.count();
  }

  /** Number of ready leaves that wait for a worker. */
  public int queued() {
    return workers.queued();
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
   * Subscribes to all events of all runs, in order within each run. The listener is called on the
   * runs' threads and must return quickly. Its exceptions are logged.
   *
   * @return ends the subscription
   */
  public Runnable listen(Consumer<RunEvent> listener) {
    return live.listen(listener);
  }

  /**
   * Current load of an executor. Immutable.
   *
   * @param runs runs in progress
   * @param workers maximum number of leaves that run at once
   * @param busy number of running leaves
   * @param waiting started leaves that wait without a worker, for a time or for a free worker
   * @param queued ready leaves that wait for a worker
   * @param oldest how long the one of them has waited that has waited longest; null if none waits
   */
  public record ExecutorLoad(
      int runs, int workers, int busy, int waiting, int queued, @Nullable Duration oldest) {}

  /** The current load. */
  public ExecutorLoad load() {
    return new ExecutorLoad(
        live().size(),
        workers.count(),
        workers.busy(),
        workers.waiting(),
        workers.queued(),
        workers.oldest());
  }

  /** Cancels the runs in progress, waits for their end, and ends every thread. */
  @Override
  public void close() {
    workers.goOn();
    List<LiveRun> last = new ArrayList<>(live());
    last.addAll(aside.all());
    last.forEach(LiveRun::cancel);
    // The results do not matter here.
    last.forEach(run -> run.result().handle((value, error) -> true).join());
    workers.close();
    waits.close();
    timers.close();
    keepers.shutdown();
    Timers.awaitEnd(keepers);
    finisher.shutdown();
    Timers.awaitEnd(finisher);
  }

  /**
   * Collaborators shared by all runs of an executor.
   *
   * @param journal stores events; null for runs that are not stored
   * @param pacer dispatches leaves to the workers
   * @param waits steps that wait for people and programs; null for runs that are not stored
   * @param ends what happens at the end of runs
   * @param live the runs in progress and their listeners
   * @param place is offered leaves that may be carried out elsewhere
   */
  record ExecutorParts(
      ExecBroker broker,
      @Nullable Journal journal,
      Workers workers,
      Pacer pacer,
      Timers timers,
      @Nullable Waits waits,
      Ends ends,
      LiveRuns live,
      InstantSource clock,
      LeafPlace place) {

    /** The same for runs that are not stored and have no other listeners than their own. */
    ExecutorParts aside(LiveRuns others) {
      return new ExecutorParts(
          broker, null, workers, pacer, timers, null, ends, others, clock, place);
    }

    /** Records an event; returns before it is stored. */
    void record(RunEvent event) {
      if (journal != null) {
        journal.record(event);
      }
    }

    /** Waits until all recorded events are stored. */
    void flush() {
      if (journal != null) {
        journal.flush();
      }
    }

    void forgetWaits(RunId run) {
      if (waits != null) {
        waits.forget(run);
      }
    }

    void ended(LiveRun run) {
      live.ended(run);
    }

    /**
     * Does the last work of a run, if it has any, and then something else, unless the run is
     * suspended. Cancelled and expired runs have no last work.
     */
    void beforeEnd(Launch launch, RunStatus status, BooleanSupplier suspended, Runnable then) {
      boolean none = journal == null || launch.plan().artifacts().isEmpty();
      if (none || status == RunStatus.CANCELLED || status == RunStatus.EXPIRED) {
        then.run();
      } else {
        ends.keepers().execute(() -> lastWork(launch, suspended, then));
      }
    }

    private void lastWork(Launch launch, BooleanSupplier suspended, Runnable then) {
      try {
        // A resumed run must not execute steps again whose files were kept.
        flush();
        ends.lastWork().of(launch.id(), launch.plan(), suspended);
      } catch (RuntimeException | Error e) {
        // An error must not leave the run without an end.
        if (!suspended.getAsBoolean()
            && e instanceof StoreException failure
            && failure.isTransient()) {
          LOG.warn("The files of run {} cannot be kept yet: {}", launch.id(), e.getMessage());
          Future<?> unused =
              timers.after(
                  AGAIN_MILLIS,
                  () -> ends.keepers().execute(() -> lastWork(launch, suspended, then)));
          return;
        }
        LOG.error("The files of run {} cannot be kept", launch.id(), e);
      }
      if (!suspended.getAsBoolean()) {
        then.run();
      }
    }
  }

  /**
   * What happens at the end of runs, on threads other than the workers.
   *
   * @param finisher waits for the journal
   * @param keepers does the last work
   */
  record Ends(Executor finisher, Executor keepers, LastWork lastWork) {}

  /** The runs in progress and the listeners of all runs. Thread-safe. */
  static final class LiveRuns {

    private static final Logger LOG = LoggerFactory.getLogger(LiveRuns.class);

    private final Map<RunId, LiveRun> runs = new ConcurrentHashMap<>();
    private final List<Consumer<RunEvent>> listeners = new CopyOnWriteArrayList<>();

    /** Is told when runs begin to wait, and when they go on. */
    private volatile Consumer<LiveRun> onWaiting = run -> {};

    void tellWaiting(LiveRun run) {
      onWaiting.accept(run);
    }

    void add(LiveRun run) {
      runs.put(run.id(), run);
    }

    void ended(LiveRun run) {
      runs.remove(run.id(), run);
    }

    @Nullable LiveRun get(RunId id) {
      return runs.get(id);
    }

    List<LiveRun> all() {
      return List.copyOf(runs.values());
    }

    /** Adds a listener and returns its removal. */
    Runnable listen(Consumer<RunEvent> listener) {
      // Wrapped, because the same listener may be added twice.
      Consumer<RunEvent> own = event -> listener.accept(event);
      listeners.add(own);
      return () -> listeners.remove(own);
    }

    void tell(RunEvent event) {
      for (Consumer<RunEvent> listener : listeners) {
        try {
          listener.accept(event);
        } catch (RuntimeException e) {
          LOG.warn("A listener of all runs failed for run {}; the run continues", event.run(), e);
        }
      }
    }
  }
}
