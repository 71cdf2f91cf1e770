package dev.escarole.web.app.setup;

import dev.escarole.engine.Engine;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.web.app.Actor;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts on record what people and programs do: in the audit and in the log. */
public final class ActionRecord {

  private static final Logger LOG = LoggerFactory.getLogger("escarole.action");

  private ActionRecord() {}

  /**
   * @param target what it concerned; empty if nothing that has a name
   * @param result {@link ActionEntry#DONE}, or the word of the refusal
   */
  public static void write(
      Engine engine,
      InstantSource clock,
      Actor actor,
      String action,
      String target,
      String result) {
    LOG.atInfo()
        .addKeyValue("action", action)
        .addKeyValue("target", target)
        .addKeyValue("principal", actor.principal().name())
        .addKeyValue("origin", actor.origin())
        .addKeyValue("status", result)
        .log("action");
    engine
        .audit()
        .record(
            new ActionEntry(
                clock.instant(), actor.principal().name(), actor.origin(), action, target, result));
  }
}
