package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.plan.StepNames;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunFilter;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds runs and their steps. Thread-safe. */
public final class RunLookup {

  private static final int MOST_NAMED = 3;
  private static final int STAMP = "yyyyMMdd-HHmmss".length();

  /** Most runs that are searched for an actor who sees only its own. */
  private static final int MOST_SEARCHED = 100;

  private static final int LONGEST_PREFIX = 64;

  private final Engine engine;
  private final Supplier<Optional<String>> sees;

  /**
   * @param sees the principal whose runs alone can be found; empty for those of everybody. The
   *     others are as if they did not exist
   */
  RunLookup(Engine engine, Supplier<Optional<String>> sees) {
    this.engine = engine;
    this.sees = sees;
  }

  /** The principal whose runs alone can be found now; empty for those of everybody. */
  Optional<String> sees() {
    return sees.get();
  }

  /**
   * The run of an id, the beginning of one, or {@code last}.
   *
   * @throws RefusedException if there is none, or more than one
   */
  public RunId find(String text) {
    Optional<String> own = sees();
    Optional<RunId> found = own.isPresent() ? find(text, own.get()) : engine.records().find(text);
    return found.orElseThrow(() -> missing(text));
  }

  private Optional<RunId> find(String text, String principal) {
    if (RunId.isOne(text)) {
      return seen(new RunId(text)).map(StoredRun::id);
    }
    if (text.equals("last")) {
      RunFilter own = RunFilter.ALL.withPrincipal(principal);
      return engine.records().runs(RunQuery.latest(1).withFilter(own)).stream()
          .map(StoredRun::id)
          .findFirst();
    }
    List<RunId> found = text.isEmpty() ? List.of() : matching(text, 2);
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /**
   * A stored run.
   *
   * @throws RefusedException if there is no such run
   */
  public StoredRun run(RunId id) {
    return seen(id).orElseThrow(() -> missing(id.value()));
  }

  private Optional<StoredRun> seen(RunId id) {
    Optional<String> own = sees();
    return engine.records().run(id).filter(run -> own.map(run.principal()::equals).orElse(true));
  }

  /** Runs whose ids begin so. */
  private List<RunId> matching(String prefix, int most) {
    Optional<String> own = sees();
    if (own.isEmpty()) {
      return engine.records().matching(prefix, most);
    }
    if (prefix.length() > LONGEST_PREFIX) {
      return List.of();
    }
    RunFilter filter = RunFilter.ALL.withPrincipal(own.get()).withText(prefix);
    return engine.records().runs(RunQuery.latest(MOST_SEARCHED).withFilter(filter)).stream()
        .map(StoredRun::id)
        .filter(id -> id.value().startsWith(prefix))
        .limit(most)
        .toList();
  }

  /**
   * The stored run of an id, the beginning of one, or {@code last}.
   *
   * @throws RefusedException if there is none, or more than one
   */
  public StoredRun named(String text) {
    return run(RunId.isOne(text) ? new RunId(text) : find(text));
  }

  private RefusedException missing(String text) {
    List<RunId> matching = text.isEmpty() ? List.of() : matching(text, MOST_NAMED);
    if (!matching.isEmpty()) {
      return new RefusedException(
          RefusalCode.AMBIGUOUS_RUN,
          "several runs begin with " + text,
          "Give more of the id, such as " + joined(matching) + ".");
    }
    List<RunId> near =
        text.length() <= STAMP ? List.of() : matching(text.substring(0, STAMP), MOST_NAMED);
    return new RefusedException(
        RefusalCode.NO_SUCH_RUN,
        "there is no run " + text,
        near.isEmpty() ? "List the runs to see their ids." : "Did you mean " + joined(near) + "?");
  }

  private static String joined(List<RunId> ids) {
    return ids.stream().map(RunId::value).collect(Collectors.joining(" or "));
  }

  /**
   * The handle of a run that this server executes.
   *
   * @throws RefusedException if there is no such run, it is over, it waits for a node, or another
   *     process executes it
   */
  public RunHandle underWay(RunId id) {
    StoredRun run = run(id);
    // The engine forgets a run a moment after its end is stored, which a client may have seen.
    if (run.status().isOver()) {
      throw notUnderWay(run);
    }
    RunHandle handle = engine.handle(id).orElseThrow(() -> notUnderWay(run(id)));
    // This engine hears a little later that another one has claimed what it has launched.
    if (!handle.hasStarted() && engine.housekeeping().isOfOther(id)) {
      throw notUnderWay(run(id));
    }
    return handle;
  }

  private RefusedException notUnderWay(StoredRun run) {
    if (run.status().isOver()) {
      return RunActions.conflict(
          RefusalCode.RUN_IS_OVER,
          "run %s is over: %s".formatted(run.id(), run.status().word()),
          "There is nothing left to stop.");
    }
    if (engine.interrupted().contains(run.id())) {
      return RunActions.conflict(
          RefusalCode.RUN_IS_INTERRUPTED,
          "run %s is interrupted: no process is executing it".formatted(run.id()),
          "Resume it, then cancel it.");
    }
    if (engine.housekeeping().nodeWait(run.id()).isPresent()) {
      return notStarted(run.id());
    }
    String does = run.status() == RunStatus.QUEUED ? "queued" : "executed";
    return RunActions.conflict(
        RefusalCode.RUN_IS_ELSEWHERE,
        "run %s is %s by another process".formatted(run.id(), does),
        "Ask the server that started it.");
  }

  /** No part of it can be stopped. */
  static RefusedException notStarted(RunId id) {
    return RunActions.conflict(
        RefusalCode.RUN_NOT_STARTED,
        "run %s has not started".formatted(id),
        "Cancel the whole run, or wait until it has started.");
  }

  /**
   * The step of this path, or of a label that only it has.
   *
   * @throws RefusedException if there is none, or more than one
   */
  public Step step(RunId id, Plan plan, String name) {
    try {
      return StepNames.find(plan, name);
    } catch (UnknownStepException e) {
      throw new RefusedException(
          e.isAmbiguous() ? RefusalCode.AMBIGUOUS_STEP : RefusalCode.NO_SUCH_STEP,
          e.isAmbiguous()
              ? "run %s: %s".formatted(id, e.message())
              : "run %s has no step '%s'".formatted(id, name),
          e.hint());
    }
  }

  /**
   * The stored step of this path, or of a label that only it has.
   *
   * @throws RefusedException if there is none, or more than one
   */
  public StepDetails details(RunId id, String name) {
    Optional<StepDetails> atPath = engine.records().step(id, name);
    return atPath.orElseGet(
        () -> {
          String path = step(id, engine.records().plan(id), name).path();
          return engine
              .records()
              .step(id, path)
              .orElseThrow(
                  () -> new IllegalStateException("BUG: step " + path + " is planned, not stored"));
        });
  }
}
