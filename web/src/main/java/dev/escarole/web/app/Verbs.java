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
          RunVerbs.RUNS,
          RunVerbs.RUN,
          RunVerbs.HEAD,
          RunVerbs.RUN_PLAN,
          RunVerbs.STEPS,
          RunVerbs.STEP,
          RunVerbs.JOINS,
          RunVerbs.JOIN,
          RunVerbs.OUTPUT,
          RunVerbs.ATTEMPT_OUTPUT,
          RunVerbs.TAIL,
          RunVerbs.LAUNCH,
          RunVerbs.CANCEL,
          RunVerbs.PREVIEW_RERUN,
          RunVerbs.RERUN,
          RunVerbs.RESUME,
          RunVerbs.RESUME_ALL,
          RunVerbs.DELETE,
          RunVerbs.DELETE_RUNS,
          RunVerbs.PRUNE,
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
