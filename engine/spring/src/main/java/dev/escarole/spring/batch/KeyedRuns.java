package dev.escarole.spring.batch;

import dev.escarole.engine.CannotResumeException;
import dev.escarole.engine.Engine;
import dev.escarole.engine.Launched;
import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.StoredRun;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Launches each piece of work of a step once, whatever becomes of the process in between. Work
 * whose run has failed is rerun under a key that follows from the failed run. Thread-safe.
 */
final class KeyedRuns {

  private static final Logger LOG = LoggerFactory.getLogger(KeyedRuns.class);

  private static final String OWNER = "spring-batch";

  /** How often the database is asked for the end of a run that another engine executes. */
  private static final long PACE_MILLIS = 500;

  private final Engine engine;

  KeyedRuns(Engine engine) {
    this.engine = engine;
  }

  /**
   * The run of some work: a new one, the one that is under way or has succeeded, or a rerun of the
   * one that has failed.
   *
   * @param key names the work; the same in every execution of the job
   */
  RunId launch(String key, RunRequest request) {
    Launched launched = engine.launch(request, LaunchKey.of(OWNER, key));
    return unlessFailed(launched, key, request);
  }

  /** Continues from a run that is known, whose key may have been forgotten since. */
  RunId follow(RunId known, String key, RunRequest request) {
    return unlessFailed(new Launched.Before(known), key, request);
  }

  private RunId unlessFailed(Launched first, String key, RunRequest request) {
    Launched launched = first;
    while (launched instanceof Launched.Before before && hasFailed(before.id())) {
      launched = again(before.id(), LaunchKey.of(OWNER, key + "/" + before.id()), request);
    }
    return launched.id();
  }

  /** A rerun, unless the input may be another one: a rerun has that of the earlier run. */
  private Launched again(RunId failed, LaunchKey key, RunRequest request) {
    String stdin = stored(failed).map(StoredRun::stdinSha256).orElse("");
    if (!request.files().isEmpty() || !stdin.equals(request.stdin().sha256())) {
      return engine.launch(request, key);
    }
    RerunRequest again =
        RerunRequest.of(failed)
            .withRecipe(request.recipe())
            .withValues(new HashMap<>(request.values()))
            // A recipe that was corrected since may lose results.
            .withForce(true)
            .withListener(request.listener());
    return engine.rerun(again, key);
  }

  private boolean hasFailed(RunId id) {
    return stored(id)
        .filter(run -> run.status().isOver() && !Boolean.TRUE.equals(run.accepted()))
        .isPresent();
  }

  private Optional<StoredRun> stored(RunId id) {
    return engine.records().run(id);
  }

  /**
   * Waits for the end of a run.
   *
   * @throws RecipeRunException if its author does not accept the result
   * @throws InterruptedException if this thread is interrupted; the run continues
   */
  FinishedRun await(RunId id) throws InterruptedException {
    StoredRun run = over(id);
    while (run == null) {
      RunHandle here = engine.handle(id).or(() -> resumed(id)).orElse(null);
      if (here == null) {
        TimeUnit.MILLISECONDS.sleep(PACE_MILLIS);
      } else {
        RunResult unused = here.await();
      }
      run = over(id);
    }
    if (!Boolean.TRUE.equals(run.accepted())) {
      throw new RecipeRunException(run);
    }
    return new FinishedRun(run.id(), run.recipe(), run.status(), output(run));
  }

  private Optional<RunHandle> resumed(RunId id) {
    if (!engine.interrupted().contains(id)) {
      return Optional.empty();
    }
    try {
      return Optional.of(engine.resume(id, event -> {}));
    } catch (IllegalArgumentException | CannotResumeException e) {
      LOG.debug("Run {} is not resumed here", id, e);
      return Optional.empty();
    }
  }

  private @Nullable StoredRun over(RunId id) {
    StoredRun run =
        stored(id)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "run %s was deleted before its step ended; keep runs for longer"
                            .formatted(id)));
    return run.status().isOver() ? run : null;
  }

  private String output(StoredRun run) {
    String selected = run.output().value();
    return selected == null
        ? new String(RunOutputResource.text(engine, run), StandardCharsets.UTF_8)
        : selected;
  }

  /** Cancels a run, if it is under way here. */
  void cancel(RunId id) {
    engine.handle(id).ifPresent(RunHandle::cancel);
  }
}
