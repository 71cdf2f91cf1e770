package dev.escarole.web.service;

import dev.escarole.engine.Engine;
import dev.escarole.engine.store.ActionEntry;
import java.time.InstantSource;

/**
 * A running engine and what is around it, as all ways into a server see it. Thread-safe. Whoever
 * opened the engine closes it.
 */
public final class Service {

  private final Engine engine;
  private final InstantSource clock;

  public Service(Engine engine, InstantSource clock) {
    this.engine = engine;
    this.clock = clock;
  }

  public Engine engine() {
    return engine;
  }

  public InstantSource clock() {
    return clock;
  }

  /**
   * Puts on record what somebody did.
   *
   * @param target what it concerned; empty if nothing that has a name
   */
  public void acted(Actor actor, String action, String target) {
    record(actor, action, target, ActionEntry.DONE);
  }

  /** Puts on record what somebody wanted to do and could not. */
  public void refused(Actor actor, String action, String target, RefusedException why) {
    record(actor, action, target, why.code());
  }

  private void record(Actor actor, String action, String target, String result) {
    engine
        .store()
        .actions()
        .record(
            new ActionEntry(
                clock.instant(), actor.principal().name(), actor.origin(), action, target, result));
  }
}
