package dev.escarole.web.agent.command;

import dev.escarole.engine.Engine;
import dev.escarole.engine.broker.Policy.Runs;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.plan.StepNames;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.Caller;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.view.RunView;
import dev.escarole.web.view.StoredRuns;
import java.util.List;

/**
 * What the commands for agents work with: an engine and the recipes on offer. A principal sees its
 * own runs; the local operator sees all. Safe for use by many threads.
 */
public final class Desk {

  private static final int MATCHES = 20;
  private static final int MESSAGE = 300;

  private final Installation service;
  private final Shelf shelf;
  private final List<DirectoryGrant> directories;

  /**
   * @param directories what every run gets beside its workspace, if its principal's policy grants
   *     it
   */
  public Desk(Installation service, Shelf shelf, List<DirectoryGrant> directories) {
    this.service = service;
    this.shelf = shelf;
    this.directories = List.copyOf(directories);
  }

  Engine engine() {
    return service.engine();
  }

  Shelf shelf() {
    return shelf;
  }

  List<DirectoryGrant> directories() {
    return directories;
  }

  long millis() {
    return service.clock().millis();
  }

  static Principal principal(Caller caller) {
    return new Principal(caller.principal(), false);
  }

  /** Puts on record what somebody did with a run. */
  void acted(Caller caller, String action, RunId run) {
    String client = caller.client() == null ? "agent" : "agent " + caller.client();
    service.acted(new Actor(principal(caller), client), action, run.value());
  }

  /**
   * A stored run with all that happened in it.
   *
   * @throws AcliException if it was deleted meanwhile
   */
  RunView view(RunId id) {
    return stored()
        .run(id)
        .orElseThrow(() -> new AcliException(AcliError.failed("run " + id + " was deleted")));
  }

  /** What is stored. */
  StoredRuns stored() {
    return service.stored();
  }

  boolean sees(Caller caller, StoredRun run) {
    return reachesAll(caller) || run.principal().equals(caller.principal());
  }

  /** An agent sees only what it may change; its role in a server does not widen that. */
  private boolean reachesAll(Caller caller) {
    return engine().policy(principal(caller)).runs().orElse(Runs.OWN) == Runs.ALL;
  }

  /** The runs of the caller that the query asks for, newest first. */
  List<StoredRun> runs(Caller caller, RunQuery query) {
    boolean all = reachesAll(caller);
    return engine()
        .store()
        .runs(all ? query : query.withFilter(query.filter().withPrincipal(caller.principal())));
  }

  /**
   * The run that a text means: an id, the beginning of one, or {@code last}.
   *
   * @throws AcliException if the caller has none or several of that name
   */
  StoredRun run(Caller caller, String text) {
    List<StoredRun> found = text.equals("last") ? last(caller) : matching(caller, text);
    if (found.size() == 1) {
      return found.get(0);
    }
    String problem = found.isEmpty() ? "there is no run '%s'" : "'%s' begins several runs";
    throw new AcliException(
        AcliError.invalid(
                "run: " + problem.formatted(Texts.shown(text)),
                "Give an id or the beginning of one, or 'last'")
            .withExamples(List.of("runs list")));
  }

  /**
   * The step of a run that is meant by its path, or by a label that only it has.
   *
   * @throws AcliException if there is none, or more than one
   */
  Step step(RunId run, String name) {
    try {
      return StepNames.find(engine().store().plan(run), name);
    } catch (UnknownStepException e) {
      throw new AcliException(
          AcliError.invalid(
                  "step: " + Texts.cut(e.message(), MESSAGE),
                  "'runs steps' lists the steps. " + Texts.cut(e.hint(), MESSAGE))
              .withExamples(List.of("runs steps " + run)));
    }
  }

  private List<StoredRun> last(Caller caller) {
    return runs(caller, RunQuery.latest(1));
  }

  private List<StoredRun> matching(Caller caller, String prefix) {
    if (!prefix.matches("[0-9a-z-]{1,32}")) {
      return List.of();
    }
    return engine().store().matching(prefix, MATCHES).stream()
        .flatMap(id -> engine().store().run(id).stream())
        .filter(run -> sees(caller, run))
        .toList();
  }
}
