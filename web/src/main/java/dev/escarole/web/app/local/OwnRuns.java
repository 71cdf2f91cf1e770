package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.setup.ActionRecord;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Runs that the command line starts in its own process and waits for. They are on record like those
 * that are started through a server. Thread-safe.
 */
public final class OwnRuns {

  private static final String ORIGIN = "command line";

  private final Installation installation;
  private final Actor actor = new Actor(Principal.localOperator(), ORIGIN, true);

  /**
   * @param engine has no other runs
   * @param listener hears every event of the run that is started
   */
  public OwnRuns(Engine engine, InstantSource clock, Consumer<RunEvent> listener) {
    this.installation = new Installation(engine, clock);
    engine.listen(listener);
  }

  /** The same engine for everything else. */
  public Escarole escarole() {
    return installation.as(actor);
  }

  /** See {@link Escarole#rerun}. */
  public RunHandle rerun(RerunRequest request) {
    return installation.runs().rerun(actor, find(request.run()), Launcher.order(request));
  }

  /** See {@link Escarole#resume}. */
  public RunHandle resume(RunName run) {
    return installation.runs().resume(actor, find(run.run()));
  }

  private RunId find(String run) {
    return installation.runs().lookup().find(run);
  }

  /** Puts on record that a run was started; costs less than an application for one run. */
  public static void launched(Engine engine, InstantSource clock, Principal principal, RunId run) {
    Actor actor = new Actor(principal, ORIGIN, true);
    ActionRecord.write(engine, clock, actor, "run.launch", run.value(), ActionEntry.DONE);
  }
}
