package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.plan.StepNames;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds runs and their steps, and says what there is instead. Thread-safe. */
public final class RunLookup {

  private static final int MOST_NAMED = 3;
  private static final int STAMP = "yyyyMMdd-HHmmss".length();

  private final Engine engine;

  RunLookup(Engine engine) {
    this.engine = engine;
  }

  /**
   * The run that is meant by an id, the beginning of one, or {@code last}.
   *
   * @throws RefusedException if there is none, or more than one
   */
  public RunId find(String text) {
    return engine.store().find(text).orElseThrow(() -> missing(text));
  }

  /**
   * What is stored of a run.
   *
   * @throws RefusedException if there is no such run
   */
  public StoredRun run(RunId id) {
    return engine.store().run(id).orElseThrow(() -> missing(id.value()));
  }

  /**
   * What is stored of the run that is meant by an id, the beginning of one, or {@code last}.
   *
   * @throws RefusedException if there is none, or more than one
   */
  public StoredRun named(String text) {
    return run(RunId.isOne(text) ? new RunId(text) : find(text));
  }

  private RefusedException missing(String text) {
    List<RunId> matching = text.isEmpty() ? List.of() : engine.store().matching(text, MOST_NAMED);
    if (!matching.isEmpty()) {
      return new RefusedException(
          RefusalCode.AMBIGUOUS_RUN,
          "several runs begin with " + text,
          "Give more of the id, such as " + joined(matching) + ".");
    }
    List<RunId> near =
        text.length() <= STAMP
            ? List.of()
            : engine.store().matching(text.substring(0, STAMP), MOST_NAMED);
    return new RefusedException(
        RefusalCode.NO_SUCH_RUN,
        "there is no run " + text,
        near.isEmpty() ? "List the runs to see their ids." : "Did you mean " + joined(near) + "?");
  }

  private static String joined(List<RunId> ids) {
    return ids.stream().map(RunId::value).collect(Collectors.joining(" or "));
  }

  /**
   * The handle of a run that this server carries out.
   *
   * @throws RefusedException if there is no such run, it is over, or somebody else carries it out
   */
  public RunHandle underWay(RunId id) {
    return engine.handle(id).orElseThrow(() -> notUnderWay(run(id)));
  }

  private RefusedException notUnderWay(StoredRun run) {
    if (run.status().isOver()) {
      return RunActions.conflict(
          RefusalCode.RUN_IS_OVER,
          "run %s is over: %s".formatted(run.id(), run.status().word()),
          "There is nothing left to stop.");
    }
    return engine.interrupted().contains(run.id())
        ? RunActions.conflict(
            RefusalCode.RUN_IS_INTERRUPTED,
            "run %s is interrupted: nobody carries it out".formatted(run.id()),
            "Resume it, then cancel it.")
        : RunActions.conflict(
            RefusalCode.RUN_IS_ELSEWHERE,
            "another process carries run %s out".formatted(run.id()),
            "Ask the server that started it.");
  }

  /**
   * The step that is meant by its path, or by a label that only it has.
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
   * What is stored of the step that is meant by its path, or by a label that only it has.
   *
   * @throws RefusedException if there is none, or more than one
   */
  public StepDetails details(RunId id, String name) {
    Optional<StepDetails> atPath = engine.store().reports().step(id, name);
    return atPath.orElseGet(
        () -> {
          String path = step(id, engine.store().plan(id), name).path();
          return engine
              .store()
              .reports()
              .step(id, path)
              .orElseThrow(
                  () -> new IllegalStateException("BUG: step " + path + " is planned, not stored"));
        });
  }
}
