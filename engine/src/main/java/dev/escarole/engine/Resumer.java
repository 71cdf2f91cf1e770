package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.Resumption;
import dev.escarole.engine.executor.Reuse;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.executor.RunExecutor.ExecutorLoad;
import dev.escarole.engine.files.RunInputs;
import dev.escarole.engine.launch.LaunchQueue;
import dev.escarole.engine.launch.QueuedRun;
import dev.escarole.engine.launch.RunClaims;
import dev.escarole.engine.launch.StrayRuns;
import dev.escarole.engine.node.NodeReport.NodeWork;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunHistory;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunReplay;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunRecords.StoredLaunch;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredHistory;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.UnfinishedRun;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.launch.StoredTurn;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resumes interrupted runs. A run that cannot be resumed is ended as failed, without affecting
 * others. Thread-safe.
 */
final class Resumer {

  private static final Logger LOG = LoggerFactory.getLogger(Resumer.class);

  /**
   * How often in a row a run is resumed without any recorded attempt: stops runs whose command
   * crashes the process.
   */
  static final int MOST_IN_VAIN = 5;

  /** Outputs to be joined are held in memory. */
  private static final long MOST_REPLAYED = 128L << 20;

  private final RunStore store;
  private final RerunPlanner reruns;
  private final RunExecutor executor;
  private final Workspaces workspaces;
  private final RunInputs inputs;
  private final Limits limits;
  private final InstantSource clock;
  private final LaunchQueue queue;
  private final RunClaims claims;
  private final StrayRuns strays;

  /** Claimed runs that were not resumed because the database did not answer. */
  private final Set<RunId> left = ConcurrentHashMap.newKeySet();

  Resumer(
      RunStore store,
      RerunPlanner reruns,
      RunExecutor executor,
      Workspaces workspaces,
      RunInputs inputs,
      EngineOptions options) {
    this.store = store;
    this.reruns = reruns;
    this.executor = executor;
    this.workspaces = workspaces;
    this.inputs = inputs;
    this.limits = options.limits();
    this.clock = options.clock();
    boolean deadCount = options.recovery().atOpen();
    this.queue = new LaunchQueue(store, executor, this::load, clock, deadCount);
    this.claims =
        new RunClaims(
            store,
            executor,
            this::load,
            clock,
            new RunClaims.Setting(options.node(), options.workers(), deadCount));
    this.strays = new StrayRuns(store, this::held);
    executor.onWaiting(
        run -> {
          queue.waits(run);
          claims.look();
        });
  }

  /** The queue of runs, which starts runs as this class resumes them. */
  LaunchQueue queue() {
    return queue;
  }

  /** The runs that any engine may run, which this one starts as it resumes others. */
  RunClaims claims() {
    return claims;
  }

  /**
   * Begins to claim runs that any engine may run.
   *
   * @param mayClaim asked each time
   * @param claimed hears how many were claimed
   */
  void claimFromNowOn(BooleanSupplier mayClaim, IntConsumer claimed) {
    claims.begin(new RunClaims.Duty(mayClaim, claimed, strays::doubt));
  }

  /** Looks for what was missed: places in queues, runs to claim, claims without an answer. */
  void look() {
    queue.look();
    claims.sweep();
    strays.look();
  }

  private Launch load(QueuedRun run) {
    StoredLaunch stored = stored(run.id());
    return launch(stored.run(), stored.plan(), run.host());
  }

  private StoredLaunch stored(RunId id) {
    return store.records().launched(id).orElseThrow();
  }

  /** The handle of a queued run. */
  RunHandle handle(QueuedRun run) {
    return new RunHandle(run, queue, () -> store.records().plan(run.id()));
  }

  /** The handle of a run that was stored for any engine. */
  RunHandle handle(RunId id, CompletableFuture<LiveRun> started) {
    return new RunHandle(id, started, () -> store.records().plan(id), () -> claims.cancel(id));
  }

  /** A run that is under way or queued here, or was launched here for any engine. */
  Optional<RunHandle> handle(RunId id) {
    Optional<RunHandle> waiting = // Asked first.
        queue
            .find(id)
            .map(this::handle)
            .or(() -> claims.find(id).map(started -> handle(id, started)));
    return executor.live(id).map(RunHandle::new).or(() -> waiting);
  }

  /** The handles of the runs that were launched here and have not started. */
  List<RunHandle> queued() {
    List<RunHandle> queued = new ArrayList<>(queue.all().stream().map(this::handle).toList());
    claims.expected().stream()
        .sorted(Comparator.comparing(RunId::value))
        .forEach(id -> claims.find(id).ifPresent(started -> queued.add(handle(id, started))));
    return queued;
  }

  List<RunId> interrupted() {
    return abandoned().map(UnfinishedRun::id).toList();
  }

  private Stream<UnfinishedRun> abandoned() {
    return store.unfinished().stream().filter(run -> !run.engineAlive() || left.contains(run.id()));
  }

  /**
   * Resumes the interrupted runs.
   *
   * @param allowed asked before each: this engine may stop claiming meanwhile
   */
  List<RunHandle> resumeAll(Consumer<RunEvent> listener, BooleanSupplier allowed) {
    List<RunHandle> resumed = new ArrayList<>();
    for (UnfinishedRun run : abandoned().toList()) {
      RunId id = run.id();
      if (!allowed.getAsBoolean()) {
        break;
      }
      try {
        if (claim(run)) {
          resumed.add(claimed(id, listener));
        }
      } catch (CannotResumeException e) {
        LOG.error("{}; it was ended as failed, other runs continue", e.getMessage(), e.getCause());
      } catch (StoreException e) {
        strays.doubt();
        LOG.error("Run {} was not resumed, others continue; it can be resumed later", id, e);
      }
    }
    return resumed;
  }

  /**
   * Resumes an interrupted run.
   *
   * @return empty if the run is over or another engine executes it
   * @throws CannotResumeException if it cannot be resumed; it was ended as failed
   * @throws StoreException if the database does not answer; the run is unchanged
   */
  Optional<RunHandle> resume(RunId id, Consumer<RunEvent> listener) {
    boolean claimed =
        abandoned().filter(run -> run.id().equals(id)).findFirst().map(this::claim).orElse(false);
    return claimed ? Optional.of(claimed(id, listener)) : Optional.empty();
  }

  private RunHandle claimed(RunId id, Consumer<RunEvent> listener) {
    try {
      RunHandle run = isQueued(id) ? queueAgain(id, listener) : new RunHandle(goOn(id, listener));
      left.remove(id);
      return run;
    } catch (RuntimeException e) {
      if (e instanceof StoreException trouble && trouble.isTransient()) {
        left.add(id);
        throw e;
      }
      left.remove(id);
      throw quarantined(id, e);
    }
  }

  /** Claims the run, so that no other engine executes it or writes to it. */
  private boolean claim(UnfinishedRun run) {
    RunId id = run.id();
    if (left.contains(id)) {
      return true;
    }
    if (executor.live(id).isPresent() || queue.find(id).isPresent()) {
      // Another engine had claimed it and died as well. What is under way here must end first.
      lose(Set.of(id));
      return false;
    }
    return store.claim(id, run.epoch()).<Boolean>fold(epoch -> true, () -> false);
  }

  /** Stops runs that other engines have claimed. */
  void lose(Set<RunId> runs) {
    queue.lose(runs);
    claims.lose(runs);
    left.removeAll(runs);
    runs.forEach(executor::lose);
  }

  /** The runs that are under way, queued or expected here. */
  List<RunId> held() {
    // In the order in which a run goes through them, so that none is missed.
    List<RunId> held = new ArrayList<>(claims.held());
    queue.all().forEach(run -> held.add(run.id()));
    executor.live().forEach(run -> held.add(run.id()));
    held.addAll(left);
    return held;
  }

  /** What is under way here, and what waits. */
  NodeWork work() {
    ExecutorLoad load = executor.load();
    int most = claims.room().most() == Integer.MAX_VALUE ? 0 : claims.room().most();
    return new NodeWork(
        load.runs(),
        queue.load().runs(),
        load.workers(),
        load.busy(),
        most,
        List.copyOf(claims.room().labels()));
  }

  /**
   * Leaves the runs to other engines: the queued ones at once, each of the others as soon as none
   * of its commands is at work.
   *
   * @param most after this time the rest is left as it is
   */
  void drain(Duration most) throws InterruptedException {
    claims.stop();
    List<RunId> queued = queue.all().stream().map(QueuedRun::id).toList();
    queue.suspend();
    queued.forEach(this::release);
    executor.drain(most, this::release);
  }

  /** A run that cannot be released is left when this engine is closed. */
  private void release(RunId id) {
    try {
      store.journal().flush();
      store.nodes().release(id);
    } catch (StoreException e) {
      LOG.warn("Run {} is left to other engines only when this one ends: {}", id, e.getMessage());
    }
  }

  /** Leaves what has not started to the next engine. */
  void suspend() {
    claims.suspend();
    queue.suspend();
  }

  /** Cancels the queued runs; those that nobody has claimed are left to the other engines. */
  void close() {
    claims.close();
    queue.close();
  }

  private boolean isQueued(RunId id) {
    return store.records().run(id).orElseThrow().status() == RunStatus.QUEUED;
  }

  private RunHandle queueAgain(RunId id, Consumer<RunEvent> listener) {
    StoredTurn turn = store.turns().find(id).orElseThrow();
    QueuedRun run = new QueuedRun(turn, QueuedRun.Host.ofStored(turn, listener));
    queue.add(run);
    return handle(run);
  }

  private LiveRun goOn(RunId id, Consumer<RunEvent> listener) {
    StoredHistory history = store.records().history(id);
    StoredLaunch stored = stored(id);
    Launch launch = launch(stored.run(), stored.plan(), listener);
    Resumption resumption = Resumption.of(store.records(), launch, history, clock.instant());
    checkProgress(id, resumption);
    StoredResume resume =
        new StoredResume(
            store.records().resumes(id).size() + 1,
            clock.instant(),
            history.attempts().size(),
            resumption.restored().leavesAgain());
    store.resumed(id, resume);
    LOG.info(
        "Resumed run {} of {} after interruption {}: {} attempts are kept, {} leaves run again",
        id,
        launch.plan().recipeName(),
        resume.number(),
        resume.attemptsKept(),
        resume.leavesAgain());
    return executor.resume(launch, resumption);
  }

  /**
   * What starts a run.
   *
   * @param run with the files that were given to it
   */
  Launch launch(NewRun run, Plan plan, Consumer<RunEvent> listener) {
    Principal principal = new Principal(run.principal(), false);
    return launch(run, plan, new QueuedRun.Host(principal, listener, HostStreams.NONE));
  }

  private Launch launch(NewRun run, Plan plan, QueuedRun.Host host) {
    List<DirectoryGrant> grants = run.directories().stream().map(DirectoryGrant::parse).toList();
    NewRun.Again again = run.again();
    Reuse reuse = again == null ? Reuse.NONE : reruns.reuse(again, plan);
    List<DirectoryGrant> directories =
        inputs.withInputs(workspaces.create(run.id(), grants), run.id(), run.files());
    Launch.Setting setting =
        new Launch.Setting(host.principal(), directories, limits, run.cache(), host.streams());
    return new Launch(
        run.id(), plan, run.stdin(), setting, run.startedAt(), host.listener(), reuse, "");
  }

  /** The output that a step passed on; the store keeps only the outputs of commands. */
  Optional<Content> handedOn(RunId id, String path) {
    NewRun run =
        store
            .records()
            .launch(id)
            .orElseThrow(() -> new IllegalArgumentException("there is no run " + id));
    StoredHistory history = store.records().history(id);
    long bytes = history.attempts().stream().mapToLong(each -> each.stdout().bytes()).sum();
    if (bytes > MOST_REPLAYED) {
      throw new IllegalArgumentException(
          "the outputs of run %s are %d bytes together, more than %d"
              .formatted(id, bytes, MOST_REPLAYED));
    }
    Plan plan = store.records().plan(id);
    RunHistory recorded = Resumption.recorded(store.records(), plan, run.stdin(), history);
    return plan.steps().stream()
        .filter(step -> step.path().equals(path))
        .findFirst()
        .flatMap(step -> RunReplay.handedOn(id, plan, recorded, step));
  }

  private void checkProgress(RunId id, Resumption resumption) {
    List<StoredResume> before = store.records().resumes(id);
    int kept = resumption.history().attempts().size();
    boolean inVain =
        before.size() >= MOST_IN_VAIN
            && before.subList(before.size() - MOST_IN_VAIN, before.size()).stream()
                .allMatch(resume -> resume.attemptsKept() == kept && resume.leavesAgain() > 0);
    if (inVain) {
      throw new IllegalStateException(
          "it was resumed %d times in a row without completing an attempt; running"
                  .formatted(MOST_IN_VAIN)
              + " each time: "
              + underWay(resumption));
    }
  }

  private static List<String> underWay(Resumption resumption) {
    List<String> leaves = new ArrayList<>();
    for (Effect effect : resumption.restored().effects()) {
      if (effect instanceof Effect.StartLeaf start && leaves.size() < 5) {
        leaves.add(start.step().path() + " " + start.step().argv().get(0));
      }
    }
    return leaves;
  }

  private CannotResumeException quarantined(RunId id, RuntimeException cause) {
    String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    CannotResumeException refusal = new CannotResumeException(id, why, cause);
    store.fail(id, clock.instant(), String.valueOf(refusal.getMessage()));
    return refusal;
  }
}
