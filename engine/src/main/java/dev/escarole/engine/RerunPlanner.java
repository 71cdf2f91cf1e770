package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.Reuse;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.KeptSteps;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.recipe.Recipe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Plans reruns. Thread-safe. */
final class RerunPlanner {

  private final RunRecords records;
  private final PlanCompiler compiler;
  private final BiConsumer<Principal, List<DirectoryGrant>> directories;

  /**
   * @param directories refuses reserved directories
   */
  RerunPlanner(
      RunRecords records,
      PlanCompiler compiler,
      BiConsumer<Principal, List<DirectoryGrant>> directories) {
    this.records = records;
    this.compiler = compiler;
    this.directories = directories;
  }

  RerunPlan plan(RerunRequest request) {
    RunId of = request.of();
    RerunScope scope = request.scope();
    NewRun launch =
        RerunLaunch.of(
            records
                .launch(of)
                .orElseThrow(
                    () -> RerunRefusedException.always("there is no run " + of + " to rerun")),
            request);
    if (!request.directories().isEmpty()) {
      RerunLaunch.checkPlaces(request, !records.files(of).isEmpty());
      directories.accept(new Principal(launch.principal(), false), request.directories());
    }
    Plan before = records.plan(of).named();
    Recipe recipe = request.recipe();
    if (recipe == null && !request.values().isEmpty()) {
      recipe = RerunLaunch.recipe(launch);
    }
    Plan after = recipe == null ? before : compiler.compile(recipe, launch.values());
    PlanDiff diff = PlanDiff.between(before, after);
    KeptSteps.Earlier earlier = earlier(of, scope);
    KeptSteps kept = kept(after, diff, earlier, scope);
    Reuse reuse = Reuse.of(records, kept, records.attempts(of));
    return new RerunPlan(launch, after, diff, reuse, lost(before, after, diff, earlier));
  }

  /**
   * Rejects reruns that are impossible or need force.
   *
   * @param withoutFiles whether results are reused but the workspace is gone
   */
  void check(RerunRequest request, RerunPlan again, boolean withoutFiles) {
    RunId of = request.of();
    if (!records.run(of).orElseThrow().status().isOver()) {
      throw RerunRefusedException.always(
          "run %s is not over; resume it or cancel it first".formatted(of));
    }
    if (request.force() || request.scope().kind() == RerunScope.Kind.ALL) {
      return;
    }
    if (!again.lost().isEmpty()) {
      throw RerunRefusedException.unlessForced(
          "the recipe has changed since run %s, so the results of %d finished steps are no longer"
                  .formatted(of, again.lost().size())
              + " valid, starting with "
              + again.lost().get(0).path()
              + "; use force to rerun them");
    }
    if (withoutFiles) {
      throw RerunRefusedException.unlessForced(
          "the workspace of run %s is gone, including the files of its finished steps; use force"
                  .formatted(of)
              + " to start with an empty one, or rerun everything");
    }
  }

  private static KeptSteps kept(
      Plan plan, PlanDiff diff, KeptSteps.Earlier earlier, RerunScope scope) {
    try {
      return KeptSteps.of(plan, diff, earlier, scope);
    } catch (IllegalArgumentException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      throw RerunRefusedException.always(
          e instanceof UnknownStepException unknown ? why + ". " + unknown.hint() : why);
    }
  }

  /** Restores the reused results of a rerun when it is resumed. */
  Reuse reuse(NewRun.Again again, Plan plan) {
    KeptSteps kept =
        KeptSteps.of(
            plan,
            PlanDiff.between(records.plan(again.of()).named(), plan.named()),
            earlier(again.of(), again.scope()),
            again.scope());
    return Reuse.of(records, kept, records.attempts(again.of()));
  }

  private KeptSteps.Earlier earlier(RunId of, RerunScope scope) {
    List<StoredStep> steps = records.steps(of);
    Set<Integer> ofCause = scope.kind() == RerunScope.Kind.CAUSE ? ofCause(of, scope) : Set.of();
    return new KeptSteps.Earlier(
        step -> steps.get(step.index()).progress().state(), step -> ofCause.contains(step.index()));
  }

  private Set<Integer> ofCause(RunId of, RerunScope scope) {
    Set<Integer> steps = new HashSet<>();
    records
        .failures(of)
        .forEach(
            (index, failed) -> {
              if (failed.cause().key().equals(scope.path())) {
                steps.add(index);
              }
            });
    if (steps.isEmpty()) {
      throw RerunRefusedException.always(
          "no step of run %s failed of the cause '%s'; the causes of the run show their keys"
              .formatted(of, scope.path()));
    }
    return steps;
  }

  private static List<Step> lost(
      Plan before, Plan after, PlanDiff diff, KeptSteps.Earlier earlier) {
    Set<Integer> holds = new HashSet<>();
    KeptSteps.of(after, diff, earlier, RerunScope.FAILED)
        .kept()
        .values()
        .forEach(leaf -> holds.add(leaf.index()));
    PlanDiff none = PlanDiff.between(before, before);
    List<Step> lost =
        new ArrayList<>(KeptSteps.of(before, none, earlier, RerunScope.FAILED).kept().values());
    lost.removeIf(leaf -> holds.contains(leaf.index()));
    lost.sort((a, b) -> Integer.compare(a.index(), b.index()));
    return lost;
  }
}
