package dev.escarole.web.app;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.web.app.approval.AwaitList;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.CallbackAnswer;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.approval.CallbackReceipt;
import dev.escarole.web.app.approval.DecisionRequest;
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
import dev.escarole.web.app.command.BegunAddition;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CalledCommand;
import dev.escarole.web.app.command.CatalogEntry;
import dev.escarole.web.app.command.CatalogList;
import dev.escarole.web.app.command.CatalogName;
import dev.escarole.web.app.command.CatalogQuery;
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
import dev.escarole.web.app.command.VerifiedCommand;
import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.RunFamily;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.filter.FilterList;
import dev.escarole.web.app.filter.FilterName;
import dev.escarole.web.app.filter.FilterPicture;
import dev.escarole.web.app.filter.SaveFilterRequest;
import dev.escarole.web.app.inbox.InboxPicture;
import dev.escarole.web.app.inbox.RetriedFile;
import dev.escarole.web.app.inbox.RetryRequest;
import dev.escarole.web.app.notification.ChannelName;
import dev.escarole.web.app.notification.ChannelTrial;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.app.notification.DeliveryPicture;
import dev.escarole.web.app.notification.NotificationList;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogQuery;
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
import dev.escarole.web.app.recipe.RecipeVersions;
import dev.escarole.web.app.recipe.RecipeVersions.VersionsQuery;
import dev.escarole.web.app.recipe.RecipesQuery;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestRequest;
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
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.FileQuery;
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
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.app.schedule.Backfilled;
import dev.escarole.web.app.schedule.Backfilled.BackfillRequest;
import dev.escarole.web.app.schedule.ComingRuns;
import dev.escarole.web.app.schedule.ComingRuns.ComingQuery;
import dev.escarole.web.app.schedule.ScheduleHistory;
import dev.escarole.web.app.schedule.ScheduleHistory.HistoryQuery;
import dev.escarole.web.app.schedule.ScheduleList;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.schedule.SchedulePicture;
import dev.escarole.web.app.schedule.ScheduledRun;
import dev.escarole.web.app.schedule.SchedulesQuery;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.ClearedCache;
import dev.escarole.web.app.system.EngineFigures;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.NodesPicture;
import dev.escarole.web.app.system.PolicyQuery;
import dev.escarole.web.app.system.PrincipalRights;
import dev.escarole.web.app.system.SystemPicture;
import dev.escarole.web.app.system.WhoAmI;
import java.util.function.Consumer;

/**
 * Everything that can be asked of an installation on behalf of one {@link Actor}: one method for
 * each verb. {@code LocalEscarole} answers in this process, {@code RemoteEscarole} asks the process
 * that holds the installation. A face has one of them, translates between it and its medium, and
 * knows nothing else.
 *
 * <p>Thread-safe. Every method throws a {@link RefusedException} if it does nothing, and changes
 * nothing then.
 */
public interface Escarole {

  // Recipes

  /** Lists the recipes of the watched folder. */
  RecipeList recipes(RecipesQuery query);

  /** Shows a recipe of the watched folder. */
  RecipeDocument recipe(RecipeName name);

  /** Lists the versions of a recipe of the watched folder, and compares two of them if wanted. */
  RecipeVersions recipeVersions(VersionsQuery query);

  /** Reports all problems of a recipe; nothing is run or stored. */
  Findings validate(RecipeChoice recipe);

  /** Shows what a launch of a recipe can be given, and checks values. */
  LaunchInputs inputs(InputsRequest request);

  /** Shows exactly what a recipe would run; nothing is run or stored. */
  PlanDocument plan(PlanRequest request);

  /**
   * Runs the tests that are beside a recipe of the watched folder; nothing is stored. Commands that
   * a test asks to run are called on behalf of the actor.
   */
  TestReport test(TestRequest request);

  // Runs

  /** Stores a run and starts it; returns as soon as it is stored. */
  LaunchedRun launch(LaunchRequest request);

  /** Lists runs, newest first. */
  RunPage runs(RunsQuery query);

  /** Shows a run with its steps, attempts and joins. */
  RunPicture run(RunName run);

  /** Shows the summary of a run. */
  RunHead head(RunName run);

  /** Shows all steps of a run and what each of them was doing at which time. */
  RunTimeline timeline(RunName run);

  /** Shows what a run was started with. */
  RunOrigin origin(RunName run);

  /** Shows the plan that a run executes. */
  PlanDocument runPlan(RunName run);

  /** Lists steps of a run in plan order. */
  StepList steps(StepsQuery query);

  /** Shows a step with its attempts. */
  StepDetail step(StepName step);

  /** Groups failures of a run that look alike. */
  CauseList causes(CausesQuery query);

  /** Says why steps failed, in one line for each; nothing of those that did not fail. */
  StepErrors errors(StepErrors.Query steps);

  /** Shows the runs around a run. */
  RunFamily family(RunName run);

  /** Compares two runs step by step. */
  RunComparison compare(RunComparison.Query runs);

  /** Compares two texts of runs line by line. */
  TextDifference difference(TextDifference.Query texts);

  /** Lists the decided joins of a run, with their branches. */
  Joins joins(RunName run);

  /** Shows one join with its branches: a list with one entry. */
  Joins join(StepName join);

  /** Returns the input or the result of a run. */
  OutputBytes output(RunOutputQuery query);

  /** Returns the text that a join made of its branches for the next step. */
  OutputBytes joinText(StepName join);

  /** Returns the input or an output of an attempt. */
  OutputBytes attemptOutput(AttemptOutputQuery query);

  /** Lists the files that a run was given and those that it has kept. */
  RunFileList files(RunName run);

  /** Returns a file that a run was given, or one that it has kept. */
  OutputBytes file(FileQuery query);

  /** Lists a directory of a run's workspace. */
  WorkspaceList workspace(WorkspaceList.Query query);

  /** Returns a file of a run's workspace as it is now. */
  OutputBytes workspaceFile(WorkspaceList.Query query);

  /** Shows what the commands of a run printed, one page of it. */
  LogPage log(LogQuery query);

  /** Shows the output so far of the command of a running step. */
  Tail tail(TailQuery query);

  /**
   * Follows a run; the first news hold the present state of all steps.
   *
   * @param listener is called by another thread, one call at a time
   */
  Following follow(RunName run, Consumer<RunNews> listener);

  /**
   * Delivers what happens in all runs from now on; the first news hold all that are running. It has
   * no end: it is closed, or fails if the process that holds the installation does not answer.
   *
   * @param listener is called by another thread, one call at a time
   */
  Following followRuns(Consumer<RunsNews> listener);

  /** Cancels a run, or one branch of it; returns at once. */
  RunHead cancel(CancelRequest request);

  /** Shows what a rerun would do. */
  RerunPreview previewRerun(RerunRequest request);

  /** Reruns a run as a new run, with its values, input, directories and principal. */
  LaunchedRun rerun(RerunRequest request);

  /** Resumes an interrupted run. */
  RunHead resume(RunName run);

  /** Resumes every interrupted run. */
  Resumed resumeAll(NoInput nothing);

  /** Deletes a run with its workspace and everything that no other run needs. */
  Removal delete(RunName run);

  /** Deletes all of these runs, or none if one of them cannot be deleted. */
  Removal deleteRuns(DeleteRequest request);

  /** Deletes runs by age, number or size, or lists them without deleting. */
  Removal prune(PruneRequest request);

  // Steps that wait for people or programs

  /** Lists steps that wait for people or programs. */
  AwaitList awaits(AwaitsQuery query);

  /** Approves a step that waits. */
  AwaitPicture approve(DecisionRequest request);

  /** Rejects a step that waits, so that it fails. */
  AwaitPicture reject(DecisionRequest request);

  /** Shows where a program answers a step that waits for a callback. */
  CallbackFacts callback(StepName step);

  /** Answers a step that waits for a callback; the token is all that is asked for. */
  CallbackReceipt answer(CallbackAnswer answer);

  // Schedules

  /** Lists the schedules in force. */
  ScheduleList schedules(SchedulesQuery query);

  /** Lists the planned times of the next hours. */
  ComingRuns comingRuns(ComingQuery query);

  /** Shows what became of the latest planned times of a schedule. */
  ScheduleHistory scheduleHistory(HistoryQuery query);

  /** Pauses a schedule until it is resumed. */
  SchedulePicture pauseSchedule(ScheduleName schedule);

  /** Resumes a paused schedule. */
  SchedulePicture resumeSchedule(ScheduleName schedule);

  /** Launches a run of a schedule at once. */
  ScheduledRun runSchedule(ScheduleName schedule);

  /** Launches runs for planned times of the past that have none. */
  Backfilled backfill(BackfillRequest request);

  // Commands

  /** Lists the commands that recipes can name. */
  CommandList commands(CommandsQuery query);

  /** Shows a command. */
  CommandDetail command(CommandName name);

  /** Calls a command with {@code --help}, unless its answer is known. */
  HelpText help(CommandName name);

  /** Calls a command outside a run and waits for its end; a failure or denial is a reply. */
  CalledCommand call(CommandCallRequest request);

  /** Adds a command, or replaces its program. */
  AddedCommand addCommand(AddCommandRequest request);

  /** Freezes a command's program and adds the result as another command. */
  FrozenPicture freezeCommand(FreezeRequest request);

  /**
   * Builds a command from source, or looks the build up, and waits for its end.
   *
   * @param progress receives one line for each thing that is done; if another process builds, the
   *     reply has these lines and this receives none
   */
  BuiltPicture buildCommand(BuildRequest request, Consumer<String> progress);

  /** Shows the sources of a command that was built here. */
  CommandSource commandSource(CommandName name);

  /** Removes an added command; replies with it. */
  CommandPicture removeCommand(CommandName name);

  /** Hashes a command's program again and runs its smoke tests; a failed one is a reply. */
  VerifiedCommand verifyCommand(CommandName name);

  /** Lists the programs that can be added by name; nothing is fetched. */
  CatalogList catalog(CatalogQuery query);

  /** Shows a row of the catalogue, and how far adding it is. */
  CatalogEntry catalogEntry(CatalogName name);

  /** Begins to add the programs of a row; returns at once. */
  BegunAddition addFromCatalog(CatalogName name);

  /**
   * Runs a line of the shell on behalf of the actor and waits for its end. An exit code other than
   * 0 is an answer.
   *
   * @param cancellation stops the line; in an installation of another process the line may go on,
   *     within its limits
   */
  ShellReply shell(ShellRequest request, Cancellation cancellation);

  // Notifications

  /** Lists channels and deliveries. */
  NotificationList notifications(DeliveriesQuery query);

  /** Sends a delivery again; returns it as it is then. */
  DeliveryPicture resend(DeliveryName name);

  /** Sends a message to a channel at once. */
  ChannelTrial testChannel(ChannelName name);

  // Saved filters

  /** Lists the caller's saved filters of the list of runs. */
  FilterList filters(NoInput nothing);

  /** Saves a filter of the list of runs under a name, for the caller alone. */
  FilterPicture saveFilter(SaveFilterRequest request);

  /** Deletes a saved filter of the caller. */
  FilterPicture deleteFilter(FilterName name);

  // Inbox

  /** Shows the files of the inbox. */
  InboxPicture inbox(NoInput nothing);

  /** Puts a failed file back into the inbox. */
  RetriedFile retryFile(RetryRequest request);

  // Policy, audit, cache, system

  /** What a principal may do at this moment. */
  PrincipalRights policy(PolicyQuery query);

  /** Lists calls of commands and lines of agents, newest first. */
  AuditList audit(AuditListQuery query);

  /** Lists calls of commands, newest first. */
  CallPage calls(CallsQuery query);

  /** Lists actions of people and programs, newest first. */
  ActionPage actions(ActionsQuery query);

  /** Shows number and size of the cached results. */
  CacheStats cache(NoInput nothing);

  /** Clears the cache of results, and the kept HTTP responses. */
  ClearedCache clearCache(NoInput nothing);

  /** Shows versions, load, settings and storage. */
  SystemPicture system(NoInput nothing);

  /** Lists the nodes that use the database. */
  NodesPicture nodes(NoInput nothing);

  /** Shows what the engine is doing and has counted, without asking the database. */
  EngineFigures figures(NoInput nothing);

  /** Shows the principal of the caller and what they may change. */
  WhoAmI who(NoInput nothing);

  /** Checks that the installation and its database respond. */
  Health health(NoInput nothing);
}
