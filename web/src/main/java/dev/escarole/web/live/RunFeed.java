package dev.escarole.web.live;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredRun;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stream of one run: under way here, under way in another engine, or over. */
final class RunFeed extends Feed {

  /** Larger changes are told in several events, so that none is long. */
  private static final int STEPS_PER_EVENT = 500;

  private final StoredRun run;
  private final RunNow now = new RunNow();
  private volatile @Nullable RunHandle handle;

  /**
   * @param run as the store has it now
   */
  RunFeed(String stream, long keptBytes, StoredRun run) {
    super(stream, keptBytes);
    this.run = run;
  }

  RunId run() {
    return run.id();
  }

  /** Takes in what has happened; whether there is something to tell. */
  boolean hear(RunEvent event) {
    return now.hear(event);
  }

  /**
   * Takes in how far the run has come; to be called once its events are heard. Waits for the
   * database.
   *
   * @return the run's handle, if it was not known to be under way here and is
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  Optional<RunHandle> load(Engine engine) {
    if (handle != null) {
      // It has been heard since; the store, which comes behind, would only set it back.
      return Optional.empty();
    }
    now.awaitStore();
    Optional<RunHandle> found = engine.handle(run.id());
    RunStore store = engine.store();
    if (found.isPresent()) {
      // What happened before anybody listened is in the store after this.
      store.journal().flush();
    }
    List<Join> joins = store.joins(run.id());
    now.fill(store.steps(run.id()), joins);
    found.ifPresent(live -> handle = live);
    if (handle == null) {
      store.run(run.id()).filter(it -> it.status().isOver()).ifPresent(this::ended);
    }
    return found;
  }

  /** Takes in that the run is over, as the store has it. */
  void ended(StoredRun over) {
    now.ended(RunEnd.of(over));
  }

  /** Whether the store has to be asked: it goes on, but not in this engine as far as is known. */
  boolean hasToAsk() {
    return handle == null && !isOver();
  }

  @Override
  void tellNews() {
    RunNow.News news = now.take();
    List<StepNow> steps = news.steps();
    List<Join> joins = news.joins();
    for (int from = 0; from < steps.size(); from += STEPS_PER_EVENT) {
      int to = Math.min(steps.size(), from + STEPS_PER_EVENT);
      tellDelta(steps.subList(from, to), to == steps.size() ? joins : List.of());
    }
    if (steps.isEmpty() && !joins.isEmpty()) {
      tellDelta(steps, joins);
    }
    RunEnd end = news.end();
    if (end != null) {
      tellEnd(json -> end(json, end));
    }
  }

  private void tellDelta(List<StepNow> steps, List<Join> joins) {
    tell(
        "delta",
        json -> {
          json.text("run", run.id().value());
          json.counts(counts());
          json.steps(steps);
          json.joins(joins);
        });
  }

  private void end(LiveJson json, RunEnd end) throws IOException {
    json.text("run", run.id().value());
    json.text("status", end.status().word());
    json.flag("accepted", end.accepted());
    json.time("endedAt", end.endedAt());
    json.number("durationMillis", end.durationMillis());
    json.counts(counts());
    json.text("error", end.error());
  }

  @Override
  LiveJson.Body snapshotBody() {
    RunEnd end = now.end();
    RunStatus status = end == null ? RunStatus.RUNNING : end.status();
    return json -> {
      json.text("run", run.id().value());
      json.text("recipe", run.recipe());
      json.text("status", status.word());
      json.time("startedAt", run.startedAt());
      json.counts(counts());
      json.begunSteps(now.steps());
      json.joins(now.joins());
    };
  }

  private @Nullable RunCounts counts() {
    RunEnd end = now.end();
    if (end != null) {
      return end.counts();
    }
    RunHandle live = handle;
    return live == null ? run.counts() : live.counts();
  }
}
