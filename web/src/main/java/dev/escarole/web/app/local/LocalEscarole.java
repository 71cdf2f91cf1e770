package dev.escarole.web.app.local;

import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInputs;
import dev.escarole.web.app.audit.ActionPage;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.audit.AuditList;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.audit.CallPage;
import dev.escarole.web.app.audit.CallsQuery;
import dev.escarole.web.app.cause.CauseList;
import dev.escarole.web.app.cause.CausesQuery;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CalledCommand;
import dev.escarole.web.app.command.CommandCallRequest;
import dev.escarole.web.app.command.CommandDetail;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.CommandSource;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.command.FreezeRequest;
import dev.escarole.web.app.command.FrozenPicture;
import dev.escarole.web.app.command.HelpText;
import dev.escarole.web.app.command.ShellReply;
import dev.escarole.web.app.command.ShellRequest;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.app.recipe.Findings;
import dev.escarole.web.app.recipe.InputsRequest;
import dev.escarole.web.app.recipe.LaunchInputs;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeList;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.app.recipe.RecipesQuery;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.Removal;
import dev.escarole.web.app.run.Removal.DeleteRequest;
import dev.escarole.web.app.run.Removal.PruneRequest;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.Resumed;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.RunTimeline;
import dev.escarole.web.app.run.RunsNews;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepDetail;
import dev.escarole.web.app.run.StepErrors;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.ClearedCache;
import dev.escarole.web.app.system.EngineFigures;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.PolicyQuery;
import dev.escarole.web.app.system.PrincipalRights;
import dev.escarole.web.app.system.SystemPicture;
import dev.escarole.web.app.system.WhoAmI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The application over an engine in this process. Thread-safe. */
public final class LocalEscarole extends AroundRuns {

  /**
   * @param reading finds the runs that the actor sees
   */
  LocalEscarole(Installation installation, Actor actor, RunReading reading) {
    super(installation, actor, reading);
  }

  @Override
  public RecipeList recipes(RecipesQuery query) {
    VerbInputs.check(query);
    return installation.recipeReading().list(query);
  }

  @Override
  public RecipeDocument recipe(RecipeName name) {
    VerbInputs.check(name);
    return installation.recipeReading().recipe(name);
  }

  @Override
  public Findings validate(RecipeChoice recipe) {
    VerbInputs.check(recipe);
    return installation.recipeReading().validate(recipe);
  }

  @Override
  public LaunchInputs inputs(InputsRequest request) {
    VerbInputs.check(request);
    return installation.recipeReading().inputs(actor, request);
  }

  @Override
  public PlanDocument plan(PlanRequest request) {
    VerbInputs.check(request);
    return installation.recipeReading().plan(actor, request);
  }

  @Override
  public LaunchedRun launch(LaunchRequest request) {
    VerbInputs.check(request);
    return new Launcher(installation, actor, reading).launch(request);
  }

  @Override
  public RunPage runs(RunsQuery query) {
    VerbInputs.check(query);
    return reading.runs(query);
  }

  @Override
  public RunPicture run(RunName run) {
    VerbInputs.check(run);
    return reading.run(run.run());
  }

  @Override
  public RunHead head(RunName run) {
    VerbInputs.check(run);
    return reading.head(run.run());
  }

  @Override
  public RunTimeline timeline(RunName run) {
    VerbInputs.check(run);
    return reading.timeline(run.run());
  }

  @Override
  public RunOrigin origin(RunName run) {
    VerbInputs.check(run);
    return reading.origin(run.run());
  }

  @Override
  public PlanDocument runPlan(RunName run) {
    VerbInputs.check(run);
    return reading.plan(run.run());
  }

  @Override
  public StepList steps(StepsQuery query) {
    VerbInputs.check(query);
    return reading.steps(query);
  }

  @Override
  public StepDetail step(StepName step) {
    VerbInputs.check(step);
    return reading.step(step.run(), step.path());
  }

  @Override
  public CauseList causes(CausesQuery query) {
    VerbInputs.check(query);
    return reading.causes(query);
  }

  @Override
  public StepErrors errors(StepErrors.Query steps) {
    VerbInputs.check(steps);
    return reading.errors(steps);
  }

  @Override
  public Joins joins(RunName run) {
    VerbInputs.check(run);
    return reading.joins(run.run());
  }

  @Override
  public Joins join(StepName join) {
    VerbInputs.check(join);
    return reading.join(join.run(), join.path());
  }

  @Override
  public OutputBytes output(RunOutputQuery query) {
    VerbInputs.check(query);
    return reading.output(query.run(), query.stream());
  }

  @Override
  public OutputBytes joinText(StepName join) {
    VerbInputs.check(join);
    return reading.joinText(join.run(), join.path());
  }

  @Override
  public OutputBytes attemptOutput(AttemptOutputQuery query) {
    VerbInputs.check(query);
    return reading.attemptOutput(query);
  }

  @Override
  public Tail tail(TailQuery query) {
    VerbInputs.check(query);
    return reading.tail(query);
  }

  @Override
  public Following follow(RunName run, Consumer<RunNews> listener) {
    VerbInputs.check(run);
    return new FollowedRun(installation, id(run), listener);
  }

  @Override
  public Following followRuns(Consumer<RunsNews> listener) {
    return new FollowedRuns(installation.engine(), listener);
  }

  private RunId id(RunName run) {
    return reading.id(run.run());
  }

  @Override
  public RunHead cancel(CancelRequest request) {
    VerbInputs.check(request);
    RunId id = reading.toChange(request.run());
    String branch = request.branch();
    if (branch == null) {
      installation.runs().cancel(actor, id);
    } else {
      installation.runs().cancelBranch(actor, id, branch);
    }
    return reading.head(id);
  }

  @Override
  public RerunPreview previewRerun(RerunRequest request) {
    VerbInputs.check(request);
    return new Launcher(installation, actor, reading).preview(request);
  }

  @Override
  public LaunchedRun rerun(RerunRequest request) {
    VerbInputs.check(request);
    return new Launcher(installation, actor, reading).rerun(request);
  }

  @Override
  public RunHead resume(RunName run) {
    VerbInputs.check(run);
    RunId id = reading.toChange(run.run());
    installation.runs().resume(actor, id);
    return reading.head(id);
  }

  @Override
  public Resumed resumeAll(NoInput nothing) {
    Upkeep.Resumed resumed = installation.upkeep().resumeAll(actor);
    return new Resumed(
        resumed.runs().stream().map(RunId::value).toList(),
        resumed.refused().stream()
            .map(each -> new Resumed.Refused(each.run().value(), each.why()))
            .toList());
  }

  @Override
  public Removal delete(RunName run) {
    VerbInputs.check(run);
    return removal(installation.runs().delete(actor, reading.toChange(run.run())));
  }

  @Override
  public Removal deleteRuns(DeleteRequest request) {
    if (request.runs().isEmpty()) {
      throw new RefusedException(
          RefusalCode.MISSING_FIELD, "'runs' names no run", "Name the runs to delete.");
    }
    return removal(installation.runs().delete(actor, request.runs(), reading::toChange));
  }

  private static Removal removal(RemovedRuns removed) {
    return new Removal(
        false, gone(removed.runs()), removed.outputBytes(), removed.workspaceBytes());
  }

  private static List<Removal.Gone> gone(List<KeptRun> runs) {
    return runs.stream()
        .map(
            run -> new Removal.Gone(run.id().value(), run.startedAt(), run.attempts(), run.bytes()))
        .toList();
  }

  @Override
  public Removal prune(PruneRequest request) {
    VerbInputs.check(request);
    Retention limits = limits(request);
    if (!request.dryRun()) {
      return removal(installation.upkeep().prune(actor, limits));
    }
    List<KeptRun> runs = installation.upkeep().prunable(limits);
    return new Removal(true, gone(runs), null, installation.upkeep().workspaceBytes(runs));
  }

  private static Retention limits(PruneRequest request) {
    Long age = request.olderThanSeconds();
    Long keep = request.keep();
    if (age == null && keep == null && request.maxBytes() == null) {
      throw new RefusedException(
          RefusalCode.NO_LIMIT,
          "the body does not say which runs to delete",
          "Give olderThanSeconds, keep or maxBytes, and dryRun to see first what would go.");
    }
    return new Retention(
        age == null ? null : Duration.ofSeconds(age),
        keep == null ? null : Math.toIntExact(keep),
        request.maxBytes());
  }

  @Override
  public CommandList commands(CommandsQuery query) {
    VerbInputs.check(query);
    return query.details()
        ? installation.commands().detailed(actor)
        : new CommandList(
            installation.commands().list().stream().map(CommandReading::picture).toList());
  }

  @Override
  public CommandDetail command(CommandName name) {
    VerbInputs.check(name);
    return installation.commands().detail(actor, name.name());
  }

  @Override
  public HelpText help(CommandName name) {
    VerbInputs.check(name);
    Command command = installation.commands().find(name.name());
    return new HelpText(command.name(), installation.commands().help(actor, command).orElse(null));
  }

  @Override
  public CalledCommand call(CommandCallRequest request) {
    VerbInputs.check(request);
    return CommandReading.called(request.name(), installation.commands().call(actor, request));
  }

  @Override
  public AddedCommand addCommand(AddCommandRequest request) {
    VerbInputs.check(request);
    ArgumentMode mode = request.mode() == null ? ArgumentMode.ARGV : request.mode();
    Command added = installation.commands().add(actor, request.name(), request.program(), mode);
    return CommandReading.added(added, installation.commands().program(added));
  }

  @Override
  public FrozenPicture freezeCommand(FreezeRequest request) {
    VerbInputs.check(request);
    return installation.commands().freeze(actor, request);
  }

  @Override
  public BuiltPicture buildCommand(BuildRequest request, Consumer<String> progress) {
    VerbInputs.check(request);
    return installation.builds().build(actor, request, progress);
  }

  @Override
  public CommandSource commandSource(CommandName name) {
    VerbInputs.check(name);
    return installation.builds().source(name.name());
  }

  @Override
  public CommandPicture removeCommand(CommandName name) {
    VerbInputs.check(name);
    return CommandReading.picture(installation.commands().remove(actor, name.name()));
  }

  @Override
  public ShellReply shell(ShellRequest request, Cancellation cancellation) {
    VerbInputs.check(request);
    return installation.commands().shell(actor, request, cancellation);
  }

  @Override
  public PrincipalRights policy(PolicyQuery query) {
    VerbInputs.check(query);
    return installation.systemReading().rights(actor, query.principal());
  }

  @Override
  public AuditList audit(AuditListQuery query) {
    VerbInputs.check(query);
    return installation.auditReading().trail(query);
  }

  @Override
  public CallPage calls(CallsQuery query) {
    VerbInputs.check(query);
    return installation.auditReading().calls(query);
  }

  @Override
  public ActionPage actions(ActionsQuery query) {
    VerbInputs.check(query);
    return installation.auditReading().actions(query);
  }

  @Override
  public CacheStats cache(NoInput nothing) {
    KeptResults.Stats stats = installation.upkeep().results();
    return new CacheStats(stats.results(), stats.bytes());
  }

  @Override
  public ClearedCache clearCache(NoInput nothing) {
    return installation.upkeep().clearCache(actor);
  }

  @Override
  public SystemPicture system(NoInput nothing) {
    return installation.systemReading().system();
  }

  @Override
  public EngineFigures figures(NoInput nothing) {
    return installation.figures().read();
  }

  @Override
  public WhoAmI who(NoInput nothing) {
    return new WhoAmI(
        actor.principal().name(),
        installation.runs().mayChangeAll(actor),
        awaitActions().mayDecide());
  }

  @Override
  public Health health(NoInput nothing) {
    return installation.systemReading().health();
  }
}
