package dev.escarole.web.service;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.command.NearestNames;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StoredRun;
import java.util.List;
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
          RefusedException.Kind.NOT_FOUND,
          "ambiguous-run",
          "several runs begin with " + text,
          "Give more of the id, such as " + joined(matching) + ".");
    }
    List<RunId> near =
        text.length() <= STAMP
            ? List.of()
            : engine.store().matching(text.substring(0, STAMP), MOST_NAMED);
    return new RefusedException(
        RefusedException.Kind.NOT_FOUND,
        "no-such-run",
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
          "run-is-over",
          "run %s is over: %s".formatted(run.id(), run.status().word()),
          "There is nothing left to stop.");
    }
    return engine.interrupted().contains(run.id())
        ? RunActions.conflict(
            "run-is-interrupted",
            "run %s is interrupted: nobody carries it out".formatted(run.id()),
            "Resume it, then cancel it.")
        : RunActions.conflict(
            "run-is-elsewhere",
            "another process carries run %s out".formatted(run.id()),
            "Ask the server that started it.");
  }

  /**
   * The step at this place of a plan.
   *
   * @throws RefusedException if there is none
   */
  public Step step(RunId id, Plan plan, String path) {
    return plan.steps().stream()
        .filter(step -> step.path().equals(path))
        .findFirst()
        .orElseThrow(() -> noSuchStep(id, plan, path));
  }

  /**
   * What is stored of the step at this place of a run's plan.
   *
   * @throws RefusedException if there is none
   */
  public StepDetails details(RunId id, String path) {
    return engine
        .store()
        .reports()
        .step(id, path)
        .orElseThrow(
            () -> {
              // Says which steps there are instead.
              step(id, engine.store().plan(id), path);
              return new IllegalStateException("BUG: step " + path + " is planned, not stored");
            });
  }

  private static RefusedException noSuchStep(RunId id, Plan plan, String path) {
    List<String> paths = plan.steps().stream().map(Step::path).toList();
    List<String> nearest = NearestNames.of(path, paths);
    return new RefusedException(
        RefusedException.Kind.NOT_FOUND,
        "no-such-step",
        "run %s has no step '%s'".formatted(id, path),
        nearest.isEmpty()
            ? "Paths are such as 0.2.1; the steps of the run list them."
            : "Did you mean " + String.join(" or ", nearest) + "?");
  }
}
