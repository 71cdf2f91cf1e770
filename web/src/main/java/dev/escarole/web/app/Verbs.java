package dev.escarole.web.app;

import dev.escarole.engine.command.Cancellation;
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
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestRequest;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.ClearedCache;
import dev.escarole.web.app.system.EngineFigures;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.PolicyQuery;
import dev.escarole.web.app.system.PrincipalRights;
import dev.escarole.web.app.system.SystemPicture;
import dev.escarole.web.app.system.WhoAmI;
import java.util.List;
import java.util.Set;

/**
 * The table of all verbs: the one place that says what can be asked, by whom, and where. A new
 * capability is a row here, a method of {@link Escarole} and a reply record.
 */
public final class Verbs {

  public static final Verb<RecipesQuery, RecipeList> RECIPES =
      new Verb<>(
          "recipe.list",
          "listRecipes",
          "recipes",
          "Lists the recipes of the watched folder",
          "Invalid files are listed, too; the last valid version stays in force.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/recipes", 200),
          RecipesQuery.class,
          RecipeList.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::recipes);

  public static final Verb<RecipeName, RecipeDocument> RECIPE =
      new Verb<>(
          "recipe.read",
          "getRecipe",
          "recipes",
          "Shows a recipe",
          "With its present text, the inputs of the version in force, and its problems.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/recipes/<name>", 200),
          RecipeName.class,
          RecipeDocument.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::recipe);

  public static final Verb<RecipeChoice, Findings> VALIDATE =
      new Verb<>(
          "recipe.validate",
          "validateRecipe",
          "recipes",
          "Reports all problems of a recipe",
          "Nothing is run or stored.",
          Role.VIEWER,
          false,
          new Verb.Route("POST", "/recipes/validate", 200),
          RecipeChoice.class,
          Findings.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::validate);

  public static final Verb<InputsRequest, LaunchInputs> INPUTS =
      new Verb<>(
          "recipe.inputs",
          "getInputs",
          "recipes",
          "Shows what a launch of a recipe can be given, and checks values",
          "Nothing is run or stored.",
          Role.OPERATOR,
          false,
          new Verb.Route("POST", "/recipes/inputs", 200),
          InputsRequest.class,
          LaunchInputs.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::inputs);

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

  public static final Verb<TestRequest, TestReport> TEST =
      new Verb<>(
          "recipe.test",
          "testRecipe",
          "recipes",
          "Runs the tests of a recipe",
          "Those in NAME.test.yaml or NAME.test.json beside it. Nothing is stored; commands do what"
              + " the tests say, and are called only if a test asks for that.",
          Role.OPERATOR,
          false,
          new Verb.Route("POST", "/recipes/test", 200),
          TestRequest.class,
          TestReport.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::test);

  public static final Verb<CommandsQuery, CommandList> COMMANDS =
      new Verb<>(
          "command.list",
          "listCommands",
          "commands",
          "Lists the commands that recipes can name",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/commands", 200),
          CommandsQuery.class,
          CommandList.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::commands);

  public static final Verb<CommandName, CommandDetail> COMMAND =
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
          CommandDetail.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::command);

  public static final Verb<CommandName, HelpText> HELP =
      new Verb<>(
          "command.help",
          "getCommandHelp",
          "commands",
          "Calls a command with --help, unless its answer is known",
          "The call is in the audit of calls.",
          Role.OPERATOR,
          false,
          new Verb.Route("GET", "/commands/{name}/help", 200),
          CommandName.class,
          HelpText.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::help);

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
          "Removes an added command",
          "Replies with the removed command.",
          Role.ADMIN,
          true,
          new Verb.Route("DELETE", "/commands/{name}", 200),
          CommandName.class,
          CommandPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::removeCommand);

  public static final Verb<ShellRequest, ShellReply> SHELL =
      new Verb<>(
          "command.shell",
          "runShellLine",
          "commands",
          "Runs a line of the shell and waits for its end",
          "Commands joined by pipes, in an empty directory; each passes the broker. The policy has "
              + "to give the caller the capability 'exec'. An exit code other than 0, or an error "
              + "that stopped the line, is the outcome of a line that was carried out: status 200.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/shell", 200),
          ShellRequest.class,
          ShellReply.class,
          Set.of(),
          (escarole, request) -> escarole.shell(request, new Cancellation()));

  public static final Verb<PolicyQuery, PrincipalRights> POLICY =
      new Verb<>(
          "policy.read",
          "getPolicy",
          "system",
          "Says what a principal may do at this moment",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/policy", 200),
          PolicyQuery.class,
          PrincipalRights.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::policy);

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
          "Lists actions of people and programs through servers, newest first",
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
          "Shows number and size of the cached results",
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
          "Clears the cache, so that every command runs again",
          "Also removes kept HTTP responses. Replies with how many there were of each.",
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
          "Checks that the server and its database respond",
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
          "Shows versions, load, settings and storage",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/system", 200),
          NoInput.class,
          SystemPicture.class,
          Set.of(),
          Escarole::system);

  public static final Verb<NoInput, EngineFigures> FIGURES =
      new Verb<>(
          "system.figures",
          "getFigures",
          "system",
          "Shows what the engine is doing and has counted",
          "The numbers behind /metrics. It does not ask the database, and counts from when it is "
              + "first asked for.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/system/figures", 200),
          NoInput.class,
          EngineFigures.class,
          Set.of(),
          Escarole::figures);

  public static final Verb<NoInput, WhoAmI> WHO =
      new Verb<>(
          "system.who",
          "getWho",
          "system",
          "Shows the principal of the caller and what they may change",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/system/who", 200),
          NoInput.class,
          WhoAmI.class,
          Set.of(),
          Escarole::who);

  /** All of them, in the order of the reference. */
  public static final List<Verb<?, ?>> ALL =
      List.of(
          RECIPES,
          RECIPE,
          RecipeVerbs.VERSIONS,
          VALIDATE,
          INPUTS,
          PLAN,
          TEST,
          RunVerbs.RUNS,
          RunVerbs.RUN,
          RunVerbs.HEAD,
          RunVerbs.TIMELINE,
          RunVerbs.ORIGIN,
          RunVerbs.RUN_PLAN,
          RunVerbs.STEPS,
          RunVerbs.STEP,
          RunVerbs.CAUSES,
          RunVerbs.ERRORS,
          FamilyVerbs.FAMILY,
          FamilyVerbs.COMPARE,
          FamilyVerbs.DIFFERENCE,
          RunVerbs.JOINS,
          RunVerbs.JOIN,
          RunVerbs.OUTPUT,
          RunVerbs.JOIN_TEXT,
          RunVerbs.ATTEMPT_OUTPUT,
          RunVerbs.FILES,
          RunVerbs.FILE,
          RunVerbs.WORKSPACE,
          RunVerbs.WORKSPACE_FILE,
          RunVerbs.TAIL,
          LogVerbs.LOG,
          RunVerbs.LAUNCH,
          RunVerbs.CANCEL,
          RunVerbs.PREVIEW_RERUN,
          RunVerbs.RERUN,
          RunVerbs.RESUME,
          RunVerbs.RESUME_ALL,
          RunVerbs.DELETE,
          RunVerbs.DELETE_RUNS,
          RunVerbs.PRUNE,
          ApprovalVerbs.AWAITS,
          ApprovalVerbs.APPROVE,
          ApprovalVerbs.REJECT,
          ApprovalVerbs.CALLBACK,
          ApprovalVerbs.ANSWER,
          ScheduleVerbs.SCHEDULES,
          ScheduleVerbs.COMING,
          ScheduleVerbs.HISTORY,
          ScheduleVerbs.PAUSE,
          ScheduleVerbs.RESUME,
          ScheduleVerbs.RUN_NOW,
          ScheduleVerbs.BACKFILL,
          COMMANDS,
          COMMAND,
          HELP,
          CALL,
          ADD_COMMAND,
          CommandVerbs.FREEZE,
          CommandVerbs.BUILD,
          CommandVerbs.SOURCE,
          REMOVE_COMMAND,
          CatalogVerbs.VERIFY,
          CatalogVerbs.LIST,
          CatalogVerbs.READ,
          CatalogVerbs.ADD,
          SHELL,
          NotificationVerbs.LIST,
          NotificationVerbs.RESEND,
          NotificationVerbs.TEST,
          InboxVerbs.INBOX,
          InboxVerbs.RETRY,
          FilterVerbs.LIST,
          FilterVerbs.SAVE,
          FilterVerbs.DELETE,
          POLICY,
          AUDIT,
          CALLS,
          ACTIONS,
          CACHE,
          CLEAR_CACHE,
          HEALTH,
          SYSTEM,
          NodeVerbs.NODES,
          FIGURES,
          WHO);

  private Verbs() {}
}
