package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.NewRun;
import dev.escarole.recipe.Recipe;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Stores and starts runs. Thread-safe. */
final class Starter {

  private final InstantSource clock;
  private final Resumer resumer;
  private final RunExecutor executor;
  private final RerunPlanner reruns;
  private final Workspaces workspaces;
  private final Computing computing;
  private final RandomGenerator random = new SecureRandom();

  Starter(
      InstantSource clock,
      Resumer resumer,
      RunExecutor executor,
      RerunPlanner reruns,
      Workspaces workspaces,
      Computing computing) {
    this.clock = clock;
    this.resumer = resumer;
    this.executor = executor;
    this.reruns = reruns;
    this.workspaces = workspaces;
    this.computing = computing;
  }

  /**
   * Computes the inputs of a request, then starts it.
   *
   * @param planning compiles the request with all its inputs, or rejects it
   */
  RunHandle start(
      RunRequest asked, Function<RunRequest, Plan> planning, KeyedStart.Storing storing) {
    Instant now = now();
    RunId id = RunId.create(now, random);
    Computing.Done computed = computing.compute(asked, id, now);
    RunRequest request = computed.request();
    Plan plan = planning.apply(request);
    NewRun run =
        new NewRun(
                id,
                request.principal().name(),
                request.values(),
                request.recipe().source(),
                request.stdin(),
                request.directories().stream().map(DirectoryGrant::text).toList(),
                now)
            .withLabels(request.labels())
            .withCache(request.cache())
            .withComputed(computed.how());
    Launch.Setting setting =
        resumer
            .setting(run, request.principal(), request.directories())
            .withHostStreams(request.hostStreams());
    storing.store(run, plan);
    return new RunHandle(
        executor.start(new Launch(run.id(), plan, run.stdin(), setting, now, request.listener())));
  }

  /** The current time, in the precision of the store. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Starts a rerun.
   *
   * @throws RerunRefusedException if it is impossible or loses results without force; nothing
   *     starts
   */
  RunHandle rerun(RerunRequest request, KeyedStart.Storing storing) {
    RerunPlan again = reruns.plan(request.of(), request.scope(), request.recipe());
    boolean keeps = again.reuse().size() > 0;
    reruns.check(request, again, keeps && !workspaces.exists(request.of()));
    Recipe recipe = request.recipe();
    NewRun before = again.launch();
    Instant now = now();
    NewRun run =
        new NewRun(
                RunId.create(now, random),
                before.principal(),
                before.values(),
                recipe == null ? before.recipeSource() : recipe.source(),
                before.stdin(),
                before.directories(),
                now)
            .withAgain(new NewRun.Again(request.of(), request.scope()))
            .withLabels(before.labels())
            .withCache(before.cache());
    if (keeps && workspaces.exists(request.of())) {
      workspaces.copy(request.of(), run.id());
    }
    storing.store(run, again.plan());
    return new RunHandle(executor.start(resumer.launch(run, again.plan(), request.listener())));
  }
}
