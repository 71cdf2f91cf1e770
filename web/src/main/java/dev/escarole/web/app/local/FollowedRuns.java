package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunsNews;
import dev.escarole.web.app.run.RunsNews.RunProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The news of all runs of an engine. Thread-safe. */
final class FollowedRuns implements Following {

  private final Engine engine;
  private final Consumer<RunsNews> listener;

  /** When running runs started, of those that started since this object listens. */
  private final Map<RunId, Instant> started = new ConcurrentHashMap<>();

  private final Set<RunId> changed = ConcurrentHashMap.newKeySet();
  private final Map<RunId, RunProgress> ended = new ConcurrentHashMap<>();
  private final AtomicBoolean due = new AtomicBoolean(true);
  private final CompletableFuture<RunHead> end = new CompletableFuture<>();
  private final Subscription subscription;
  private boolean begun;

  FollowedRuns(Engine engine, Consumer<RunsNews> listener) {
    this.engine = engine;
    this.listener = listener;
    this.subscription = engine.listen(this::hear);
    FollowedRun.POOL.execute(this::tell);
  }

  /** Runs on a run's own thread, which must not be held up. */
  private void hear(RunEvent event) {
    if (event instanceof RunEvent.RunEnded over) {
      RunResult result = over.result();
      started.remove(over.run());
      ended.put(
          over.run(),
          new RunProgress(
              over.run().value(),
              result.recipe(),
              result.status(),
              result.span().startedAt(),
              result.span().durationMillis(),
              over.counts()));
    } else if (event instanceof RunEvent.RunStarted start) {
      started.put(start.run(), start.at());
      changed.add(start.run());
      // At once: it belongs into the next snapshot.
      FollowedRun.POOL.execute(this::tell);
      return;
    } else if (event instanceof RunEvent.StepChanged || event instanceof RunEvent.RunResumed) {
      changed.add(event.run());
    } else {
      return;
    }
    if (due.compareAndSet(false, true)) {
      var unused =
          FollowedRun.POOL.schedule(this::tell, FollowedRun.MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void tell() {
    due.set(false);
    List<RunProgress> news = new ArrayList<>();
    List<RunId> underWay =
        begun ? List.copyOf(changed) : engine.running().stream().map(RunHandle::id).toList();
    changed.removeAll(underWay);
    underWay.forEach(run -> engine.handle(run).map(this::progress).ifPresent(news::add));
    for (Map.Entry<RunId, RunProgress> each : Map.copyOf(ended).entrySet()) {
      ended.remove(each.getKey(), each.getValue());
      news.removeIf(line -> line.run().equals(each.getValue().run()));
      news.add(each.getValue());
    }
    if (!end.isDone() && (!begun || !news.isEmpty())) {
      listener.accept(new RunsNews(!begun, news));
    }
    begun = true;
  }

  private RunProgress progress(RunHandle run) {
    return new RunProgress(
        run.id().value(),
        run.plan().recipeName(),
        status(run),
        started.get(run.id()),
        null,
        run.counts());
  }

  private static RunStatus status(RunHandle run) {
    if (!run.hasStarted()) {
      return RunStatus.QUEUED;
    }
    return run.isWaiting() ? RunStatus.WAITING : RunStatus.RUNNING;
  }

  @Override
  public CompletableFuture<RunHead> end() {
    return end;
  }

  @Override
  public void close() {
    subscription.close();
    end.cancel(false);
  }
}
