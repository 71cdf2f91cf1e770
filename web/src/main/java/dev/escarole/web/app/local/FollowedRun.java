package dev.escarole.web.app.local;

import dev.escarole.engine.Subscription;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.StepPicture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells somebody what happens in a run that this engine carries out, or another one on the same
 * database. What happens within a moment is told at once. Thread-safe.
 */
final class FollowedRun implements Following {

  private static final long MOMENT_MILLIS = 50;

  /** How often the database is asked about a run of another engine. */
  private static final long ASK_MILLIS = 500;

  private final Installation installation;
  private final RunId id;
  private final Consumer<RunNews> listener;
  private final LinkedBlockingQueue<RunEvent> heard = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CompletableFuture<RunHead> end = new CompletableFuture<>();
  private final Map<String, StepPicture> steps = new LinkedHashMap<>();
  private final Map<String, Join> joins = new HashMap<>();
  private final Subscription subscription;
  private final Thread teller;
  private volatile boolean closed;

  private FollowedRun(Installation installation, RunId id, Consumer<RunNews> listener) {
    this.installation = installation;
    this.id = id;
    this.listener = listener;
    this.subscription = installation.engine().listen(this::hear);
    this.teller = new Thread(this::tell, "escarole-follow-" + id);
    teller.setDaemon(true);
  }

  static FollowedRun begin(Installation installation, RunId id, Consumer<RunNews> listener) {
    FollowedRun followed = new FollowedRun(installation, id, listener);
    followed.teller.start();
    return followed;
  }

  private void hear(RunEvent event) {
    // Attempts are not told of, and hold what commands have read and written.
    boolean told =
        event instanceof RunEvent.StepChanged
            || event instanceof RunEvent.JoinDecided
            || event instanceof RunEvent.RunEnded;
    if (told && event.run().equals(id)) {
      heard.add(event);
      if (event instanceof RunEvent.RunEnded) {
        ended.countDown();
      }
    }
  }

  private void tell() {
    try {
      boolean here = installation.engine().handle(id).isPresent();
      if (here) {
        installation.engine().store().journal().flush();
      }
      tellStored();
      while (!closed && !end.isDone()) {
        RunEvent event = heard.poll(ASK_MILLIS, TimeUnit.MILLISECONDS);
        if (event != null) {
          tellHeard(event);
        } else if (!closed && installation.engine().handle(id).isEmpty()) {
          tellStored();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    } finally {
      subscription.close();
    }
  }

  /** Tells what the database has and was not told; the end of the run, if it is over. */
  private void tellStored() {
    installation.engine().store().joins(id).forEach(join -> joins.put(join.path(), join));
    List<StepPicture> changed = new ArrayList<>();
    Map<String, StepState> states = new HashMap<>();
    for (StoredStep stored : installation.engine().store().steps(id)) {
      String path = stored.place().path();
      states.put(path, stored.progress().state());
      StepPicture step = Pictures.step(StoredRuns.step(stored), joins.get(path));
      if (!step.equals(steps.put(path, step))) {
        changed.add(step);
      }
    }
    List<JoinPicture> decided =
        joins.values().stream().map(join -> Pictures.join(join, states.get(join.path()))).toList();
    RunHead head = installation.reading().head(id);
    RunHead over = head.status().isOver() || head.status() == RunStatus.INTERRUPTED ? head : null;
    say(new RunNews(changed, decided, over));
    if (over != null) {
      end.complete(over);
    }
  }

  private void say(RunNews news) {
    if (!closed) {
      listener.accept(news);
    }
  }

  private void tellHeard(RunEvent first) throws InterruptedException {
    // The end is told at once: somebody may wait for nothing else.
    boolean unused = ended.await(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    List<RunEvent> events = new ArrayList<>(List.of(first));
    heard.drainTo(events);
    Map<String, StepPicture> changed = new LinkedHashMap<>();
    List<JoinPicture> decided = new ArrayList<>();
    RunHead over = null;
    // A join says how its node stands, so it is heard first.
    for (RunEvent event : events) {
      if (event instanceof RunEvent.JoinDecided join) {
        joins.put(join.join().path(), join.join());
        decided.add(Pictures.join(join.join(), null));
      }
    }
    for (RunEvent event : events) {
      if (event instanceof RunEvent.StepChanged change) {
        StepPicture step = after(change);
        steps.put(step.path(), step);
        changed.put(step.path(), step);
      } else if (event instanceof RunEvent.RunEnded) {
        over = installation.reading().head(id);
      }
    }
    say(new RunNews(List.copyOf(changed.values()), decided, over));
    if (over != null) {
      end.complete(over);
    }
  }

  private StepPicture after(RunEvent.StepChanged change) {
    StepPicture before = steps.get(change.step().path());
    Instant began = before == null ? null : before.startedAt();
    StepState state = change.state();
    Instant start =
        state == StepState.PENDING
            ? null
            : began == null && state == StepState.RUNNING ? change.at() : began;
    StepResult result = change.result();
    Outcome outcome = result == null ? null : result.outcome();
    Remedy remedy = outcome == null ? null : Remedy.of(outcome.kind());
    return new StepPicture(
        change.step().path(),
        before == null ? "leaf" : before.kind(),
        before == null ? null : before.label(),
        before == null ? List.of() : before.argv(),
        Join.word(state, joins.get(change.step().path())),
        outcome == null ? null : outcome.word(),
        outcome == null ? null : (Integer) outcome.exitCode(),
        remedy == null ? null : remedy.text(),
        start,
        state.isEnded() ? millis(start, change.at()) : null,
        result == null ? null : result.reason());
  }

  private static Long millis(@Nullable Instant start, Instant end) {
    return start == null ? 0L : Math.max(0, Duration.between(start, end).toMillis());
  }

  @Override
  public RunHead await() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  @Override
  public Optional<RunHead> await(Duration most) throws InterruptedException {
    try {
      return Optional.of(end.get(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  @Override
  public void close() {
    // No interrupt: it would close the database's file under a thread that reads.
    closed = true;
    subscription.close();
  }
}
