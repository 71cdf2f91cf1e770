package dev.escarole.web.app.remote;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RunVerbs;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.Verbs;
import dev.escarole.web.app.audit.ActionPage;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.audit.AuditList;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.audit.CallPage;
import dev.escarole.web.app.audit.CallsQuery;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.CalledCommand;
import dev.escarole.web.app.command.CommandCallRequest;
import dev.escarole.web.app.command.CommandDetail;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.command.HelpText;
import dev.escarole.web.app.command.ShellReply;
import dev.escarole.web.app.command.ShellRequest;
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
import dev.escarole.web.app.run.AttemptOutputQuery;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.OutputBytes;
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
import dev.escarole.web.app.run.RunOutputQuery;
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
import dev.escarole.web.app.run.Tail;
import dev.escarole.web.app.run.Tail.TailQuery;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.ClearedCache;
import dev.escarole.web.app.system.EngineFigures;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.PolicyQuery;
import dev.escarole.web.app.system.PrincipalRights;
import dev.escarole.web.app.system.SystemPicture;
import dev.escarole.web.app.system.WhoAmI;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The application of an installation that another process holds. Refusals are those of that
 * process; that it does not answer, or is not Escarole, has codes of its own. Thread-safe.
 */
public final class RemoteEscarole implements Escarole {

  private final Server server;

  RemoteEscarole(Transport transport) {
    this.server = new Server(transport);
  }

  /**
   * At a server of the network.
   *
   * @param address such as {@code http://localhost:8420}, without a slash at its end
   * @param token empty for none
   */
  public static RemoteEscarole at(URI address, String token) {
    return new RemoteEscarole(new NetworkTransport(address, token));
  }

  /** At a server of this machine that listens on a Unix domain socket. */
  public static RemoteEscarole at(Path socket) {
    return new RemoteEscarole(new SocketTransport(socket));
  }

  /** Where the server is, for people. */
  public String inWords() {
    return server.inWords();
  }

  private <Q extends Record, R> R ask(Verb<Q, R> verb, Q input) {
    return server.ask(verb, input);
  }

  @Override
  public Following follow(RunName run, Consumer<RunNews> listener) {
    return new FollowedRemoteRun(this, server, head(run), listener).begin();
  }

  @Override
  public Following followRuns(Consumer<RunsNews> listener) {
    return new FollowedRemoteRuns(server, listener).begin();
  }

  @Override
  public RecipeList recipes(RecipesQuery query) {
    return ask(Verbs.RECIPES, query);
  }

  @Override
  public RecipeDocument recipe(RecipeName name) {
    return ask(Verbs.RECIPE, name);
  }

  @Override
  public Findings validate(RecipeChoice recipe) {
    return ask(Verbs.VALIDATE, recipe);
  }

  @Override
  public LaunchInputs inputs(InputsRequest request) {
    return ask(Verbs.INPUTS, request);
  }

  @Override
  public PlanDocument plan(PlanRequest request) {
    return ask(Verbs.PLAN, request);
  }

  @Override
  public LaunchedRun launch(LaunchRequest request) {
    return ask(RunVerbs.LAUNCH, request);
  }

  @Override
  public RunPage runs(RunsQuery query) {
    return ask(RunVerbs.RUNS, query);
  }

  @Override
  public RunPicture run(RunName run) {
    return ask(RunVerbs.RUN, run);
  }

  @Override
  public RunHead head(RunName run) {
    return ask(RunVerbs.HEAD, run);
  }

  @Override
  public RunTimeline timeline(RunName run) {
    return ask(RunVerbs.TIMELINE, run);
  }

  @Override
  public RunOrigin origin(RunName run) {
    return ask(RunVerbs.ORIGIN, run);
  }

  @Override
  public PlanDocument runPlan(RunName run) {
    return ask(RunVerbs.RUN_PLAN, run);
  }

  @Override
  public StepList steps(StepsQuery query) {
    return ask(RunVerbs.STEPS, query);
  }

  @Override
  public StepDetail step(StepName step) {
    return ask(RunVerbs.STEP, step);
  }

  @Override
  public StepErrors errors(StepErrors.Query steps) {
    return ask(RunVerbs.ERRORS, steps);
  }

  @Override
  public Joins joins(RunName run) {
    return ask(RunVerbs.JOINS, run);
  }

  @Override
  public Joins join(StepName join) {
    return ask(RunVerbs.JOIN, join);
  }

  @Override
  public OutputBytes output(RunOutputQuery query) {
    return RemoteBytes.of(server, RunVerbs.OUTPUT, query);
  }

  @Override
  public OutputBytes joinText(StepName join) {
    return RemoteBytes.of(server, RunVerbs.JOIN_TEXT, join);
  }

  @Override
  public OutputBytes attemptOutput(AttemptOutputQuery query) {
    return RemoteBytes.of(server, RunVerbs.ATTEMPT_OUTPUT, query);
  }

  @Override
  public Tail tail(TailQuery query) {
    return ask(RunVerbs.TAIL, query);
  }

  @Override
  public RunHead cancel(CancelRequest request) {
    return ask(RunVerbs.CANCEL, request);
  }

  @Override
  public RerunPreview previewRerun(RerunRequest request) {
    return ask(RunVerbs.PREVIEW_RERUN, request);
  }

  @Override
  public LaunchedRun rerun(RerunRequest request) {
    return ask(RunVerbs.RERUN, request);
  }

  @Override
  public RunHead resume(RunName run) {
    return ask(RunVerbs.RESUME, run);
  }

  @Override
  public Resumed resumeAll(NoInput nothing) {
    return ask(RunVerbs.RESUME_ALL, nothing);
  }

  @Override
  public Removal delete(RunName run) {
    return ask(RunVerbs.DELETE, run);
  }

  @Override
  public Removal deleteRuns(DeleteRequest request) {
    return ask(RunVerbs.DELETE_RUNS, request);
  }

  @Override
  public Removal prune(PruneRequest request) {
    return ask(RunVerbs.PRUNE, request);
  }

  @Override
  public CommandList commands(CommandsQuery query) {
    return ask(Verbs.COMMANDS, query);
  }

  @Override
  public CommandDetail command(CommandName name) {
    return ask(Verbs.COMMAND, name);
  }

  @Override
  public HelpText help(CommandName name) {
    return ask(Verbs.HELP, name);
  }

  @Override
  public CalledCommand call(CommandCallRequest request) {
    return ask(Verbs.CALL, request);
  }

  @Override
  public AddedCommand addCommand(AddCommandRequest request) {
    return ask(Verbs.ADD_COMMAND, request);
  }

  @Override
  public CommandPicture removeCommand(CommandName name) {
    return ask(Verbs.REMOVE_COMMAND, name);
  }

  @Override
  public ShellReply shell(ShellRequest request, Cancellation cancellation) {
    return ask(Verbs.SHELL, request);
  }

  @Override
  public PrincipalRights policy(PolicyQuery query) {
    return ask(Verbs.POLICY, query);
  }

  @Override
  public AuditList audit(AuditListQuery query) {
    return ask(Verbs.AUDIT, query);
  }

  @Override
  public CallPage calls(CallsQuery query) {
    return ask(Verbs.CALLS, query);
  }

  @Override
  public ActionPage actions(ActionsQuery query) {
    return ask(Verbs.ACTIONS, query);
  }

  @Override
  public CacheStats cache(NoInput nothing) {
    return ask(Verbs.CACHE, nothing);
  }

  @Override
  public ClearedCache clearCache(NoInput nothing) {
    return ask(Verbs.CLEAR_CACHE, nothing);
  }

  @Override
  public SystemPicture system(NoInput nothing) {
    return ask(Verbs.SYSTEM, nothing);
  }

  @Override
  public EngineFigures figures(NoInput nothing) {
    return ask(Verbs.FIGURES, nothing);
  }

  @Override
  public WhoAmI who(NoInput nothing) {
    return ask(Verbs.WHO, nothing);
  }

  @Override
  public Health health(NoInput nothing) {
    return ask(Verbs.HEALTH, nothing);
  }
}
