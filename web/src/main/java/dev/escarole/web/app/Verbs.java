package dev.escarole.web.app;

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
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.recipe.Findings;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeList;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.app.run.AttemptOutputQuery;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.PruneRequest;
import dev.escarole.web.app.run.Removal;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.Resumed;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunOutputQuery;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepDetail;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.app.run.Tail;
import dev.escarole.web.app.run.TailQuery;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.ClearedCache;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.SystemPicture;
import java.util.List;
import java.util.Set;

/**
 * The table of all verbs: the one place that says what can be asked, by whom, and where. A new
 * capability is a row here, a method of {@link Escarole} and a reply record.
 */
public final class Verbs {

  public static final Verb<NoInput, RecipeList> RECIPES =
      new Verb<>(
          "recipe.list",
          "listRecipes",
          "recipes",
          "Lists what the watched folder holds",
          "An invalid file is listed, too; while it is invalid, the last version "
              + "that was sound stays in force.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/recipes", 200),
          NoInput.class,
          RecipeList.class,
          Set.of(),
          Escarole::recipes);

  public static final Verb<RecipeName, RecipeDocument> RECIPE =
      new Verb<>(
          "recipe.read",
          "getRecipe",
          "recipes",
          "Shows a recipe",
          "With its present text, its inputs as of the version in force, and what "
              + "is wrong with it.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/recipes/<name>", 200),
          RecipeName.class,
          RecipeDocument.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::recipe);

  public static final Verb<RecipeChoice, Findings> VALIDATE =
      new Verb<>(
          "recipe.validate",
          "validateRecipe",
          "recipes",
          "Reports everything that is wrong with a recipe",
          "Nothing is run or stored.",
          Role.VIEWER,
          false,
          new Verb.Route("POST", "/recipes/validate", 200),
          RecipeChoice.class,
          Findings.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::validate);

  public static final Verb<PlanRequest, PlanDocument> PLAN =
      new Verb<>(
          "recipe.plan",
          "planRecipe",
          "recipes",
          "Shows exactly what a recipe would run",
          "Nothing is run or stored.",
          Role.VIEWER,
          false,
          new Verb.Route("POST", "/recipes/plan", 200),
          PlanRequest.class,
          PlanDocument.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::plan);

  public static final Verb<RunsQuery, RunPage> RUNS =
      new Verb<>(
          "run.list",
          "listRuns",
          "runs",
          "Lists runs, newest first",
          "Each condition narrows the list.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs", 200),
          RunsQuery.class,
          RunPage.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::runs);

  public static final Verb<RunName, RunPicture> RUN =
      new Verb<>(
          "run.read",
          "getRun",
          "runs",
          "Shows a run with all that happened in it",
          "The same document as 'escarole run --json' prints. For runs with many "
              + "steps, ask for pages of steps instead.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}", 200),
          RunName.class,
          RunPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::run);

  public static final Verb<RunName, RunHead> HEAD =
      new Verb<>(
          "run.head",
          "getRunHead",
          "runs",
          "Shows what a list shows of a run",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/head", 200),
          RunName.class,
          RunHead.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::head);

  public static final Verb<RunName, PlanDocument> RUN_PLAN =
      new Verb<>(
          "run.plan",
          "getRunPlan",
          "runs",
          "Shows the plan that a run executes",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/plan", 200),
          RunName.class,
          PlanDocument.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::runPlan);

  public static final Verb<StepsQuery, StepList> STEPS =
      new Verb<>(
          "step.list",
          "listSteps",
          "runs",
          "Lists steps of a run in plan order",
          "Recoveries that were not needed are listed.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/steps", 200),
          StepsQuery.class,
          StepList.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::steps);

  public static final Verb<StepName, StepDetail> STEP =
      new Verb<>(
          "step.read",
          "getStep",
          "runs",
          "Shows a step with its attempts",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/steps/{path}", 200),
          StepName.class,
          StepDetail.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::step);

  public static final Verb<RunName, Joins> JOINS =
      new Verb<>(
          "join.list",
          "listJoins",
          "runs",
          "Lists the joins of a run that were decided, with their branches",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/joins", 200),
          RunName.class,
          Joins.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::joins);

  public static final Verb<StepName, Joins> JOIN =
      new Verb<>(
          "join.read",
          "getJoin",
          "runs",
          "Shows one join with its branches",
          "In the form of the list, with one entry.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/joins/{path}", 200),
          StepName.class,
          Joins.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::join);

  public static final Verb<RunOutputQuery, OutputBytes> OUTPUT =
      new Verb<>(
          "output.read",
          "getRunOutput",
          "runs",
          "Hands out the bytes that a run was given, or its result",
          "Takes a Range header of one part. The ETag is the SHA-256.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/output/{stream}", 200),
          RunOutputQuery.class,
          OutputBytes.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT, RefusalCode.Kind.INVALID),
          Escarole::output);

  public static final Verb<AttemptOutputQuery, OutputBytes> ATTEMPT_OUTPUT =
      new Verb<>(
          "output.attempt",
          "getAttemptOutput",
          "runs",
          "Hands out the bytes that an attempt read or wrote",
          "Takes a Range header of one part. The ETag is the SHA-256.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/steps/{path}/attempts/{attempt}/{stream}", 200),
          AttemptOutputQuery.class,
          OutputBytes.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::attemptOutput);

  public static final Verb<TailQuery, Tail> TAIL =
      new Verb<>(
          "step.tail",
          "getStepTail",
          "runs",
          "Shows what the command of a running step has written so far",
          "Give back the attempt and where each output went on, 'next', to get "
              + "what came since. Of each output at most 64 KiB are handed out: of more, "
              + "the end, and 'skipped' says how many bytes before it were left out. "
              + "'running' is null while none of its attempts runs in this server; once "
              + "'over', nothing more will come, and the outputs are where the attempts' "
              + "outputs are. Do not ask more often than once a second.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/steps/{path}/tail", 200),
          TailQuery.class,
          Tail.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::tail);

  public static final Verb<LaunchRequest, LaunchedRun> LAUNCH =
      new Verb<>(
          "run.launch",
          "launchRun",
          "runs",
          "Runs a recipe",
          "Answers as soon as the run is stored; Location says where it is. A "
              + "request that is repeated with the same Idempotency-Key and body starts "
              + "nothing and answers with the first run; keys are remembered for a day.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs", 201),
          LaunchRequest.class,
          LaunchedRun.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::launch);

  public static final Verb<CancelRequest, RunHead> CANCEL =
      new Verb<>(
          "run.cancel",
          "cancelRun",
          "runs",
          "Stops a run, or one branch of it",
          "Nothing new starts, and what runs is stopped. A branch so stopped "
              + "counts as cancelled in the join. Answers at once; the end is told by "
              + "the run itself.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs/{run}/cancel", 202),
          CancelRequest.class,
          RunHead.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::cancel);

  public static final Verb<RerunRequest, RerunPreview> PREVIEW_RERUN =
      new Verb<>(
          "run.preview-rerun",
          "previewRerun",
          "runs",
          "Says what running a run again would do",
          "Nothing is run or stored.",
          Role.VIEWER,
          false,
          new Verb.Route("POST", "/runs/{run}/rerun/preview", 200),
          RerunRequest.class,
          RerunPreview.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::previewRerun);

  public static final Verb<RerunRequest, LaunchedRun> RERUN =
      new Verb<>(
          "run.rerun",
          "rerunRun",
          "runs",
          "Runs a run again as a new run",
          "With its values, input, directories and principal. A recipe that is "
              + "named or brought along takes the place of the one that was run then; "
              + "only the principal of the run may do that. Idempotency-Key works as for "
              + "a launch.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs/{run}/rerun", 201),
          RerunRequest.class,
          LaunchedRun.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::rerun);

  public static final Verb<RunName, RunHead> RESUME =
      new Verb<>(
          "run.resume",
          "resumeRun",
          "runs",
          "Lets a run go on whose process went away before it was over",
          "What is on record of it is kept; commands whose end is not run again.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs/{run}/resume", 202),
          RunName.class,
          RunHead.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::resume);

  public static final Verb<NoInput, Resumed> RESUME_ALL =
      new Verb<>(
          "run.resume-all",
          "resumeRuns",
          "runs",
          "Lets every interrupted run go on",
          "Answers as soon as all are under way; tells which cannot go on, and why.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs/resume", 202),
          NoInput.class,
          Resumed.class,
          Set.of(),
          Escarole::resumeAll);

  public static final Verb<RunName, Removal> DELETE =
      new Verb<>(
          "run.delete",
          "deleteRun",
          "runs",
          "Deletes a run with its workspace and all that no other run needs",
          "",
          Role.OPERATOR,
          true,
          new Verb.Route("DELETE", "/runs/{run}", 200),
          RunName.class,
          Removal.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::delete);

  public static final Verb<PruneRequest, Removal> PRUNE =
      new Verb<>(
          "run.prune",
          "pruneRuns",
          "runs",
          "Deletes runs by age, number or size",
          "A run goes if any of the limits says so, with its workspace and all "
              + "that no other run needs. Runs that are not over always stay.",
          Role.ADMIN,
          true,
          new Verb.Route("POST", "/runs/prune", 200),
          PruneRequest.class,
          Removal.class,
          Set.of(),
          Escarole::prune);

  public static final Verb<NoInput, CommandList> COMMANDS =
      new Verb<>(
          "command.list",
          "listCommands",
          "commands",
          "Lists the commands that recipes can name",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/commands", 200),
          NoInput.class,
          CommandList.class,
          Set.of(),
          Escarole::commands);

  public static final Verb<CommandName, CommandPicture> COMMAND =
      new Verb<>(
          "command.read",
          "getCommand",
          "commands",
          "Shows a command",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/commands/{name}", 200),
          CommandName.class,
          CommandPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::command);

  public static final Verb<CommandCallRequest, CalledCommand> CALL =
      new Verb<>(
          "command.call",
          "execCommand",
          "commands",
          "Calls a command and waits for its end",
          "Through the broker, under the policy and the limits of the caller. That "
              + "a command fails or is denied is the outcome of a call that was carried "
              + "out: status 200.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/commands/{name}/exec", 200),
          CommandCallRequest.class,
          CalledCommand.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::call);

  public static final Verb<AddCommandRequest, AddedCommand> ADD_COMMAND =
      new Verb<>(
          "command.add",
          "putCommand",
          "commands",
          "Adds a command of one's own, or makes its name mean another program",
          "The policy has to give the caller the capability 'commands', too.",
          Role.ADMIN,
          true,
          new Verb.Route("PUT", "/commands/{name}", 200),
          AddCommandRequest.class,
          AddedCommand.class,
          Set.of(RefusalCode.Kind.CONFLICT),
          Escarole::addCommand);

  public static final Verb<CommandName, CommandPicture> REMOVE_COMMAND =
      new Verb<>(
          "command.remove",
          "deleteCommand",
          "commands",
          "Makes a name that was added mean nothing any more",
          "Answers with what it meant.",
          Role.ADMIN,
          true,
          new Verb.Route("DELETE", "/commands/{name}", 200),
          CommandName.class,
          CommandPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::removeCommand);

  public static final Verb<AuditListQuery, AuditList> AUDIT =
      new Verb<>(
          "audit.list",
          "listAudit",
          "audit",
          "Lists calls of commands and lines of agents, refused or not, newest first",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/audit", 200),
          AuditListQuery.class,
          AuditList.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::audit);

  public static final Verb<CallsQuery, CallPage> CALLS =
      new Verb<>(
          "audit.calls",
          "listCalls",
          "audit",
          "Lists calls of commands, refused or run, newest first",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/audit/calls", 200),
          CallsQuery.class,
          CallPage.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::calls);

  public static final Verb<ActionsQuery, ActionPage> ACTIONS =
      new Verb<>(
          "audit.actions",
          "listActions",
          "audit",
          "Lists what people and programs did through servers, newest first",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/audit/actions", 200),
          ActionsQuery.class,
          ActionPage.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::actions);

  public static final Verb<NoInput, CacheStats> CACHE =
      new Verb<>(
          "cache.read",
          "getCache",
          "cache",
          "Says how many results of commands are kept to be used again, and their size",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/cache", 200),
          NoInput.class,
          CacheStats.class,
          Set.of(),
          Escarole::cache);

  public static final Verb<NoInput, ClearedCache> CLEAR_CACHE =
      new Verb<>(
          "cache.clear",
          "clearCache",
          "cache",
          "Forgets all kept results, so that every command runs again",
          "Answers with how many there were.",
          Role.ADMIN,
          true,
          new Verb.Route("DELETE", "/cache", 200),
          NoInput.class,
          ClearedCache.class,
          Set.of(),
          Escarole::clearCache);

  public static final Verb<NoInput, Health> HEALTH =
      new Verb<>(
          "system.health",
          "getHealth",
          "system",
          "Says whether the server and its database answer",
          "Needs no token.",
          Role.NOBODY,
          false,
          new Verb.Route("GET", "/system/health", 200),
          NoInput.class,
          Health.class,
          Set.of(),
          Escarole::health);

  public static final Verb<NoInput, SystemPicture> SYSTEM =
      new Verb<>(
          "system.read",
          "getSystem",
          "system",
          "Shows versions, what the server is doing, and what is stored",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/system", 200),
          NoInput.class,
          SystemPicture.class,
          Set.of(),
          Escarole::system);

  /** All of them, in the order of the reference. */
  public static final List<Verb<?, ?>> ALL =
      List.of(
          RECIPES,
          RECIPE,
          VALIDATE,
          PLAN,
          RUNS,
          RUN,
          HEAD,
          RUN_PLAN,
          STEPS,
          STEP,
          JOINS,
          JOIN,
          OUTPUT,
          ATTEMPT_OUTPUT,
          TAIL,
          LAUNCH,
          CANCEL,
          PREVIEW_RERUN,
          RERUN,
          RESUME,
          RESUME_ALL,
          DELETE,
          PRUNE,
          COMMANDS,
          COMMAND,
          CALL,
          ADD_COMMAND,
          REMOVE_COMMAND,
          AUDIT,
          CALLS,
          ACTIONS,
          CACHE,
          CLEAR_CACHE,
          HEALTH,
          SYSTEM);

  private Verbs() {}
}
