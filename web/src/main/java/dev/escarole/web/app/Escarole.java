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
import dev.escarole.web.app.run.DeleteRequest;
import dev.escarole.web.app.run.Following;
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
import dev.escarole.web.app.run.RunNews;
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
import java.util.function.Consumer;

/**
 * Everything that anyone can ask of an installation, on behalf of one {@link Actor}: one method for
 * each verb. {@code LocalEscarole} answers in this process, {@code RemoteEscarole} asks the process
 * that holds the installation. A face has one of them, translates between it and its medium, and
 * knows nothing else.
 *
 * <p>Thread-safe. Every method throws a {@link RefusedException} if it does nothing, and changes
 * nothing then.
 */
public interface Escarole {

  // Recipes

  /** Lists what the watched folder holds. */
  RecipeList recipes(NoInput nothing);

  /** Shows a recipe of the watched folder. */
  RecipeDocument recipe(RecipeName name);

  /** Reports everything that is wrong with a recipe; nothing is run or stored. */
  Findings validate(RecipeChoice recipe);

  /** Shows exactly what a recipe would run; nothing is run or stored. */
  PlanDocument plan(PlanRequest request);

  // Runs

  /** Stores a run and starts it; answers as soon as it is stored. */
  LaunchedRun launch(LaunchRequest request);

  /** Lists runs, newest first. */
  RunPage runs(RunsQuery query);

  /** Shows a run with all that happened in it. */
  RunPicture run(RunName run);

  /** Shows what a list shows of a run. */
  RunHead head(RunName run);

  /** Shows the plan that a run executes. */
  PlanDocument runPlan(RunName run);

  /** Lists steps of a run in plan order. */
  StepList steps(StepsQuery query);

  /** Shows a step with its attempts. */
  StepDetail step(StepName step);

  /** Lists the joins of a run that were decided, with their branches. */
  Joins joins(RunName run);

  /** Shows one join with its branches: a list with one entry. */
  Joins join(StepName join);

  /** Hands out the bytes that a run was given, or its result. */
  OutputBytes output(RunOutputQuery query);

  /** Hands out the bytes that an attempt read or wrote. */
  OutputBytes attemptOutput(AttemptOutputQuery query);

  /** Shows what the command of a running step has written so far. */
  Tail tail(TailQuery query);

  /**
   * Tells what happens in a run from now on; the first news hold all steps as they are.
   *
   * @param listener is called on a thread of this object, one call at a time
   */
  Following follow(RunName run, Consumer<RunNews> listener);

  /** Stops a run, or one branch of it; answers at once. */
  RunHead cancel(CancelRequest request);

  /** Says what running a run again would do. */
  RerunPreview previewRerun(RerunRequest request);

  /** Runs a run again as a new run, with its values, input, directories and principal. */
  LaunchedRun rerun(RerunRequest request);

  /** Lets a run go on that is not over and that nobody carries out. */
  RunHead resume(RunName run);

  /** Lets every run go on that nobody carries out. */
  Resumed resumeAll(NoInput nothing);

  /** Deletes a run with its workspace and all that no other run needs. */
  Removal delete(RunName run);

  /** Deletes all of these runs, or none if one of them cannot be deleted. */
  Removal deleteRuns(DeleteRequest request);

  /** Deletes the runs that limits let go, or tells which these are. */
  Removal prune(PruneRequest request);

  // Commands

  /** Lists the commands that recipes can name. */
  CommandList commands(NoInput nothing);

  /** Shows a command. */
  CommandPicture command(CommandName name);

  /** Calls a command by itself and waits for its end; a failure or denial of it is a reply. */
  CalledCommand call(CommandCallRequest request);

  /** Keeps a program and makes a name mean it from the next call on. */
  AddedCommand addCommand(AddCommandRequest request);

  /** Makes a name that was added mean nothing any more; answers with what it meant. */
  CommandPicture removeCommand(CommandName name);

  // Audit, cache, system

  /** Lists calls of commands and lines of agents, newest first. */
  AuditList audit(AuditListQuery query);

  /** Lists calls of commands, newest first. */
  CallPage calls(CallsQuery query);

  /** Lists what people and programs did, newest first. */
  ActionPage actions(ActionsQuery query);

  /** Says how many results of commands are kept to be used again. */
  CacheStats cache(NoInput nothing);

  /** Forgets all kept results. */
  ClearedCache clearCache(NoInput nothing);

  /** Shows versions, what the engine is doing, and what is stored. */
  SystemPicture system(NoInput nothing);

  /** Says whether the installation and its database answer. */
  Health health(NoInput nothing);
}
