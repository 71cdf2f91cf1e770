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

  @FunctionalInterface
  interface Storing {
    void store(NewRun run, Plan plan);
  }

  /** Starts a run after storing it. */
  @FunctionalInterface
  interface Start {
    RunHandle with(Storing storing);
  }

  /** The run already started under the key. */
  Optional<RunId> before(LaunchKey key, Instant now) {
    return store.launched(key, now).map(launch -> sameRun(key, launch));
  }

  /** Starts a run, unless one was already started under the key. */
  Launched once(LaunchKey key, Instant now, Start start) {
    Optional<RunId> before = before(key, now);
    if (before.isPresent()) {
      return new Launched.Before(before.get());
    }
    try {
      return new Launched.Now(start.with((run, plan) -> store(run, plan, key)));
    } catch (AlreadyLaunched e) {
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
      throw new AlreadyLaunched(faster.get());
    }
  }

  /** Aborts a start because another caller launched under the key first. */
  private static final class AlreadyLaunched extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient KeyedLaunch launch;

    AlreadyLaunched(KeyedLaunch launch) {
      super("already launched", null, false, false);
      this.launch = launch;
    }
  }
}
