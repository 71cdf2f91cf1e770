package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.FailureScope;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Plans, runs and events for the tests of this room. */
final class Runs {

  static final Instant START = Instant.parse("2026-11-21T23:15:02.250Z");

  private Runs() {}

  static Plan plan(String recipe) {
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read(recipe, "test.json"), Map.of());
  }

  /** A sequence of that many leaves. */
  static Plan chain(int leaves) {
    return plan(
        "{\"name\": \"chain\", \"repeat\": %d, \"template\": \"echo {index}\"}".formatted(leaves));
  }

  /** The run with this number; higher numbers are newer. */
  static RunId id(int number) {
    return new RunId("20261121-231502-%06d".formatted(number));
  }

  static NewRun newRun(RunId id) {
    return new NewRun(
        id, "operator", Map.of(), "{\"template\": \"echo hi\"}", Content.EMPTY, List.of(), START);
  }

  static RunEvent.StepChanged changed(RunId run, Step step, StepState state) {
    return new RunEvent.StepChanged(run, START, step, state, null);
  }

  static RunEvent.StepChanged done(RunId run, Step step, Content stdout) {
    return ended(run, step, StepStatus.DONE, Outcome.exited(0), stdout);
  }

  static RunEvent.StepChanged ended(
      RunId run, Step step, StepStatus status, Outcome outcome, Content stdout) {
    StepResult result =
        new StepResult(status, outcome, stdout, Content.EMPTY, FailureScope.CONTINUE, null, false);
    StepState state = StepState.valueOf(status.name());
    return new RunEvent.StepChanged(run, START.plusMillis(7), step, state, result);
  }

  static RunEvent.AttemptStarted started(RunId run, Step step, int attempt, Content stdin) {
    return new RunEvent.AttemptStarted(run, START, (LeafStep) step, attempt, stdin);
  }

  static RunEvent.AttemptEnded attempted(RunId run, Step step, int attempt, Content stdout) {
    LeafResult result = new LeafResult(Outcome.exited(0), stdout, Content.EMPTY, 42);
    return new RunEvent.AttemptEnded(run, START.plusMillis(7), (LeafStep) step, attempt, result, 7);
  }

  /** The join of a parallel node without branches. */
  static RunEvent.JoinDecided joined(RunId run) {
    return new RunEvent.JoinDecided(run, START, new Join("0", null, List.of(), 0, null));
  }

  static RunEvent.RunEnded over(RunId run, Plan plan, RunStatus status, Content stdout) {
    RunResult.Span span = new RunResult.Span(START, 9);
    RunResult result =
        new RunResult(
            run,
            plan.recipeName(),
            plan.hash(),
            status,
            Acceptance.NOT_ACCEPTED,
            stdout,
            plan.output(),
            span,
            List.of(),
            List.of(),
            List.of(),
            List.of());
    return new RunEvent.RunEnded(run, START.plusMillis(9), result, null);
  }

  /** All that happens to a leaf that succeeds at once. */
  static List<RunEvent> leaf(RunId run, Step step, Content stdin, Content stdout) {
    return List.of(
        changed(run, step, StepState.RUNNING),
        started(run, step, 1, stdin),
        attempted(run, step, 1, stdout),
        done(run, step, stdout));
  }
}
