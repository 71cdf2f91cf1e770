package dev.escarole.engine;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.LaunchKey.KeyedLaunch;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunStore;
import java.time.Instant;
import java.util.Optional;

/** Starts one run for each key. Thread-safe. */
final class KeyedStart {

  private final RunStore store;
  private final Workspaces workspaces;

  KeyedStart(RunStore store, Workspaces workspaces) {
    this.store = store;
    this.workspaces = workspaces;
  }

  /** Stores a run before it starts. */
  @FunctionalInterface
  interface Storing {
    void store(NewRun run, Plan plan);
  }

  /** Starts a run that it has stored so. */
  @FunctionalInterface
  interface Start {
    RunHandle with(Storing storing);
  }

  /** The run that was started under the key before. */
  Optional<RunId> before(LaunchKey key, Instant now) {
    return store.launched(key, now).map(launch -> sameRun(key, launch));
  }

  /** Starts a run unless one was started under the key. */
  Launched once(LaunchKey key, Instant now, Start start) {
    Optional<RunId> before = before(key, now);
    if (before.isPresent()) {
      return new Launched.Before(before.get());
    }
    try {
      return new Launched.Now(start.with((run, plan) -> store(run, plan, key)));
    } catch (Faster e) {
      return new Launched.Before(sameRun(key, e.launch));
    }
  }

  private static RunId sameRun(LaunchKey key, KeyedLaunch before) {
    if (!before.asked().equals(key.asked())) {
      throw new LaunchKeyException(key.text(), before.run());
    }
    return before.run();
  }

  private void store(NewRun run, Plan plan, LaunchKey key) {
    Optional<KeyedLaunch> faster = store.create(run, plan, key);
    if (faster.isPresent()) {
      workspaces.remove(run.id());
      throw new Faster(faster.get());
    }
  }

  /** Leads out of a start that somebody else has made meanwhile. */
  private static final class Faster extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient KeyedLaunch launch;

    Faster(KeyedLaunch launch) {
      super("somebody else was faster", null, false, false);
      this.launch = launch;
    }
  }
}
