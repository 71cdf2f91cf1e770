package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Recipe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds out the values of computed inputs when a run is launched, before it is planned and stored:
 * each entry is carried out as a run would be, in a workspace that is thrown away, and leaves its
 * calls in the audit as steps {@code compute.NAME.0} of the run. Thread-safe.
 */
final class Computing {

  private final PlanCompiler compiler;
  private final RunExecutor executor;
  private final Workspaces workspaces;
  private final EngineOptions options;
  private final Check check;
  private final Duration most;

  /**
   * @param check refuses plans that must not run
   * @param most the time that all entries of one launch may take together
   */
  Computing(
      PlanCompiler compiler,
      RunExecutor executor,
      Workspaces workspaces,
      EngineOptions options,
      Check check,
      Duration most) {
    this.compiler = compiler;
    this.executor = executor;
    this.workspaces = workspaces;
    this.options = options;
    this.check = check;
    this.most = most;
  }

  /** Refuses what must not run. */
  interface Check {
    /** Throws for a recipe that shows already, without values, that it cannot run. */
    void recipe(Recipe recipe);

    /** Throws for a plan that cannot run. */
    void plan(Plan plan, Recipe recipe);
  }

  /**
   * What a launch starts with.
   *
   * @param request with a value for each computed input
   * @param how the values came about that nobody gave
   */
  record Done(RunRequest request, List<Computation> how) {}

  /**
   * Carries out the entries whose values the request does not give, one after another.
   *
   * @throws dev.escarole.recipe.RecipeException if one fails; the others are not begun
   */
  Done compute(RunRequest request, RunId id, Instant now) {
    Recipe recipe = request.recipe();
    List<ComputedInput> entries = recipe.computed(request.values());
    if (entries.isEmpty()) {
      return new Done(request, List.of());
    }
    check.recipe(recipe);
    Map<String, Object> values = new LinkedHashMap<>(request.values());
    List<Computation> how = new ArrayList<>();
    long until = System.nanoTime() + most.toNanos();
    long bytes = 0;
    try {
      Launch.Setting setting = setting(request, id);
      for (ComputedInput entry : entries) {
        Plan plan = compiler.compile(recipe, entry, values);
        check.plan(plan, recipe);
        Launch launch = Launch.before(id, plan, setting, now, "compute." + entry.name() + '.');
        Instant began = options.clock().instant();
        ComputeFailure failure = new ComputeFailure(recipe, entry);
        RunResult result = result(executor.startAside(launch), until, failure);
        if (!result.accepted()) {
          throw failure.of(result);
        }
        bytes += result.stdout().size();
        if (bytes > options.planLimits().maxBytes()) {
          throw failure.tooMuch(options.planLimits().maxBytes());
        }
        ComputedText text = new ComputedText(recipe, entry, options.planLimits().maxSteps());
        values.put(entry.name(), text.value(result.stdout()));
        how.add(computation(entry, result, Duration.between(began, options.clock().instant())));
      }
    } finally {
      workspaces.remove(id);
    }
    return new Done(request.withValues(values), how);
  }

  private Launch.Setting setting(RunRequest request, RunId id) {
    List<DirectoryGrant> directories = new ArrayList<>();
    directories.add(workspaces.create(id));
    directories.addAll(request.directories());
    return new Launch.Setting(request.principal(), directories, options.limits(), request.cache());
  }

  private RunResult result(LiveRun run, long until, ComputeFailure failure) {
    try {
      return run.result().get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      stop(run);
      throw failure.tooLong(most);
    } catch (InterruptedException e) {
      stop(run);
      Thread.currentThread().interrupt();
      throw failure.interrupted();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /** Its workspace must not be removed under it. */
  private static void stop(LiveRun run) {
    run.cancel();
    run.result().handle((result, error) -> true).join();
  }

  private static Computation computation(ComputedInput entry, RunResult result, Duration took) {
    Content stdout = result.stdout();
    List<Computation.Call> calls =
        result.attempts().stream()
            .limit(Computation.MOST_CALLS)
            .map(
                attempt ->
                    new Computation.Call(
                        attempt.argv(),
                        attempt.outcome().word(),
                        attempt.outcome().exitCode(),
                        attempt.span().durationMillis(),
                        attempt.origin() == LeafOrigin.CACHED))
            .toList();
    return new Computation(
        entry.name(),
        calls,
        result.attempts().size(),
        Math.max(0, took.toMillis()),
        stdout.size(),
        stdout.sha256());
  }
}
