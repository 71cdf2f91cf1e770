package dev.escarole.web.app.local;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.setup.EngineFailures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The news of a run that this engine, or another one on the same database, carries out. Events of
 * this engine are merged for a moment; the database is asked about runs of others. Thread-safe; it
 * holds no thread while there are no news.
 */
final class FollowedRun implements Following {

  /** Changes are merged for this long. */
  static final long MOMENT_MILLIS = 100;

  /**
   * Reads the database and delivers news, for all followers in this process. Its threads end when
   * nobody follows, and are never interrupted: that would close H2's file under a thread that
   * reads.
   */
  static final ScheduledThreadPoolExecutor POOL = pool();

  private static final int THREADS = 4;

  /** How often the database is asked about a run of another engine. */
  private static final long POLL_MILLIS = 500;

  /** Polls in a row during which the database may be away. */
  private static final int MOST_FAILURES = 240;

  private final Installation installation;
  private final RunRecords records;
  private final RunId id;
  private final Consumer<RunNews> listener;
  private final ConcurrentLinkedQueue<RunEvent> heard = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean due = new AtomicBoolean();
  private final CompletableFuture<RunHead> end = new CompletableFuture<>();
  private final Map<String, StepPicture> steps = new LinkedHashMap<>();
  private final Map<String, Join> joins = new HashMap<>();
  private final Subscription subscription;
  private final Future<?> polling;
  private boolean filled;
  private int failures;
  private volatile boolean ended;

  /** Begins at once; the listener is called by one thread at a time. */
  FollowedRun(Installation installation, RunId id, Consumer<RunNews> listener) {
    this.installation = installation;
    this.records = installation.engine().records();
    this.id = id;
    this.listener = listener;
    this.subscription = installation.engine().listen(this::hear);
    this.polling = POOL.scheduleWithFixedDelay(this::tell, 0, POLL_MILLIS, TimeUnit.MILLISECONDS);
    // Whoever closes it, ends it or fails: nothing is polled any more.
    var unused = end.whenComplete((head, failure) -> release());
  }

  private static ScheduledThreadPoolExecutor pool() {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "escarole-follow");
              thread.setDaemon(true);
              // Not that of the request which happens to begin: a web server takes it for a leak.
              thread.setContextClassLoader(FollowedRun.class.getClassLoader());
              return thread;
            });
    pool.setKeepAliveTime(5, TimeUnit.SECONDS);
    pool.allowCoreThreadTimeOut(true);
    pool.setRemoveOnCancelPolicy(true);
    return pool;
  }

  private void release() {
    subscription.close();
    polling.cancel(false);
  }

  /** Runs on the run's own thread, which must not be held up. */
  private void hear(RunEvent event) {
    if (!event.run().equals(id)) {
      return;
    }
    if (event instanceof RunEvent.AttemptStarted start) {
      // Without its input, which may be large.
      heard.add(
          new RunEvent.AttemptStarted(
              id, start.at(), start.step(), start.attempt(), Content.EMPTY));
    } else if (event instanceof RunEvent.StepChanged || event instanceof RunEvent.JoinDecided) {
      heard.add(event);
    } else if (event instanceof RunEvent.RunEnded) {
      ended = true;
      // At once: somebody may wait for nothing else.
      POOL.execute(this::tell);
      return;
    } else {
      return;
    }
    if (due.compareAndSet(false, true)) {
      var unused = POOL.schedule(this::tell, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void tell() {
    due.set(false);
    if (end.isDone()) {
      return;
    }
    try {
      tellNews();
      failures = 0;
    } catch (RuntimeException e) {
      failures++;
      Optional<RefusedException> passing = EngineFailures.refusal(e);
      if (passing.isEmpty() || failures > MOST_FAILURES) {
        end.completeExceptionally(passing.map(RuntimeException.class::cast).orElse(e));
      }
    }
  }

  private void tellNews() {
    Optional<RunHandle> here = installation.engine().handle(id);
    if (!filled && here.isPresent()) {
      // What happened before this object listened is in the database after this.
      installation.engine().flush();
    }
    if (!filled || (here.isEmpty() && !ended && heard.isEmpty())) {
      tellStored(here);
    } else if (ended || !heard.isEmpty()) {
      tellHeard(here);
    }
  }

  /** Tells what the database has and was not told; the end of the run, if it is over. */
  private void tellStored(Optional<RunHandle> here) {
    StoredRun run = stored();
    RunHead head = installation.reading().head(run);
    boolean over = head.hasEnded() || head.status() == RunStatus.INTERRUPTED;
    records.joins(id).forEach(join -> joins.put(join.path(), join));
    List<StepPicture> changed = new ArrayList<>();
    Map<String, StepState> states = new HashMap<>();
    for (StoredStep stored : records.steps(id)) {
      String path = stored.place().path();
      states.put(path, stored.progress().state());
      StepPicture step = Pictures.step(stored, joins.get(path));
      if (!step.equals(steps.put(path, step))) {
        changed.add(step);
      }
    }
    List<JoinPicture> decided =
        joins.values().stream().map(join -> Pictures.join(join, states.get(join.path()))).toList();
    filled = true;
    say(changed, decided, here, over ? run : null);
  }

  private StoredRun stored() {
    return installation.runs().lookup().run(id);
  }

  private void tellHeard(Optional<RunHandle> here) {
    boolean over = ended;
    // Before anything is taken from the queue: this may fail, and is tried again then.
    StoredRun run = over ? stored() : null;
    List<RunEvent> events = new ArrayList<>();
    for (RunEvent event = heard.poll(); event != null; event = heard.poll()) {
      events.add(event);
    }
    List<JoinPicture> decided = new ArrayList<>();
    // A join says how its node stands, so it comes first.
    for (RunEvent event : events) {
      if (event instanceof RunEvent.JoinDecided join) {
        joins.put(join.join().path(), join.join());
        decided.add(Pictures.join(join.join(), null));
      }
    }
    Map<String, StepPicture> changed = new LinkedHashMap<>();
    for (RunEvent event : events) {
      StepPicture step = after(event);
      if (step != null) {
        steps.put(step.path(), step);
        changed.put(step.path(), step);
      }
    }
    say(List.copyOf(changed.values()), decided, here, run);
  }

  private void say(
      List<StepPicture> changed,
      List<JoinPicture> decided,
      Optional<RunHandle> here,
      @Nullable StoredRun over) {
    if (end.isDone()) {
      return;
    }
    if (over != null) {
      RunHead head = installation.reading().head(over);
      listener.accept(new RunNews(changed, decided, over.counts(), head, over.error()));
      end.complete(head);
    } else if (!changed.isEmpty() || !decided.isEmpty()) {
      listener.accept(
          new RunNews(changed, decided, here.map(RunHandle::counts).orElse(null), null, null));
    }
  }

  private @Nullable StepPicture after(RunEvent event) {
    if (event instanceof RunEvent.StepChanged change) {
      return after(change);
    }
    if (event instanceof RunEvent.AttemptStarted start) {
      StepPicture before = steps.get(start.step().path());
      return before == null ? null : before.withAttempt(start.attempt());
    }
    return null;
  }

  private StepPicture after(RunEvent.StepChanged change) {
    String path = change.step().path();
    StepPicture before = steps.get(path);
    StepState state = change.state();
    boolean afresh = state == StepState.PENDING;
    Instant start = afresh || before == null ? null : before.startedAt();
    if (start == null && (state == StepState.RUNNING || state == StepState.AWAITING)) {
      start = change.at();
    }
    StepResult result = change.result();
    Outcome outcome = result == null ? null : result.outcome();
    return new StepPicture(
        path,
        before == null ? "leaf" : before.kind(),
        before == null ? null : before.label(),
        before == null ? List.of() : before.argv(),
        Join.word(state, joins.get(path)),
        outcome == null ? null : outcome.word(),
        outcome == null ? null : (Integer) outcome.exitCode(),
        Pictures.remedy(outcome),
        start,
        state.isEnded() ? millis(start, change.at()) : null,
        result == null ? null : result.reason(),
        afresh || before == null ? null : before.attempt(),
        change.until());
  }

  private static Long millis(@Nullable Instant start, Instant end) {
    return start == null ? 0L : Math.max(0, Duration.between(start, end).toMillis());
  }

  @Override
  public CompletableFuture<RunHead> end() {
    return end;
  }

  @Override
  public void close() {
    end.cancel(false);
  }
}
