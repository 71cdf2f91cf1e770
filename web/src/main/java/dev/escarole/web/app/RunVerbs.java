package dev.escarole.web.app;

import dev.escarole.web.app.cause.CauseList;
import dev.escarole.web.app.cause.CausesQuery;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.CancelRequest;
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
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.RunTimeline;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepDetail;
import dev.escarole.web.app.run.StepErrors;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.app.run.WorkspaceList;
import dev.escarole.web.app.system.NoInput;
import java.util.Set;

/** The verbs about runs, steps, joins and outputs: rows of {@link Verbs#ALL}. */
public final class RunVerbs {

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
          "Shows a run with its steps, attempts and joins",
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
          "Shows the summary of a run",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/head", 200),
          RunName.class,
          RunHead.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::head);

  public static final Verb<RunName, RunTimeline> TIMELINE =
      new Verb<>(
          "run.timeline",
          "getRunTimeline",
          "runs",
          "Shows all steps of a run and what each of them was doing at which time",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/timeline", 200),
          RunName.class,
          RunTimeline.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::timeline);

  public static final Verb<RunName, RunOrigin> ORIGIN =
      new Verb<>(
          "run.origin",
          "getRunOrigin",
          "runs",
          "Shows what a run was started with",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/origin", 200),
          RunName.class,
          RunOrigin.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::origin);

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
          "Includes recoveries that did not run.",
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

  public static final Verb<CausesQuery, CauseList> CAUSES =
      new Verb<>(
          "run.causes",
          "listCauses",
          "runs",
          "Groups failures of a run that look alike",
          "Failures with the same outcome, exit code and first error line are one cause; numbers, paths, quoted text and arguments in the line are masked. Also while the run goes on.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/causes", 200),
          CausesQuery.class,
          CauseList.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::causes);

  public static final Verb<StepErrors.Query, StepErrors> ERRORS =
      new Verb<>(
          "step.errors",
          "listStepErrors",
          "runs",
          "Says why steps failed, in one line for each",
          "Of a group, the line tells of the first leaf in it that failed. Steps that did not fail are left out.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/errors", 200),
          StepErrors.Query.class,
          StepErrors.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::errors);

  public static final Verb<RunName, Joins> JOINS =
      new Verb<>(
          "join.list",
          "listJoins",
          "runs",
          "Lists the decided joins of a run, with their branches",
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
          "Returns the input or the result of a run",
          "Takes a Range header of one part. The ETag is the SHA-256.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/output/{stream}", 200),
          RunOutputQuery.class,
          OutputBytes.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT, RefusalCode.Kind.INVALID),
          Escarole::output);

  public static final Verb<StepName, OutputBytes> JOIN_TEXT =
      new Verb<>(
          "output.join",
          "getJoinText",
          "runs",
          "Returns the text that a join made of its branches for the next step",
          "It is put together from the outputs of the branches. Takes a Range header of one part. The ETag is the SHA-256.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/joins/{path}/text", 200),
          StepName.class,
          OutputBytes.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::joinText);

  public static final Verb<AttemptOutputQuery, OutputBytes> ATTEMPT_OUTPUT =
      new Verb<>(
          "output.attempt",
          "getAttemptOutput",
          "runs",
          "Returns the input or an output of an attempt",
          "Takes a Range header of one part. The ETag is the SHA-256.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/steps/{path}/attempts/{attempt}/{stream}", 200),
          AttemptOutputQuery.class,
          OutputBytes.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::attemptOutput);

  public static final Verb<RunName, RunFileList> FILES =
      new Verb<>(
          "file.list",
          "listRunFiles",
          "runs",
          "Lists the files that a run was given and those that it has kept",
          "A recipe names the files to keep in 'artifacts'; they are kept when the run ends, unless it is cancelled.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/files", 200),
          RunName.class,
          RunFileList.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::files);

  public static final Verb<FileQuery, OutputBytes> FILE =
      new Verb<>(
          "file.read",
          "getRunFile",
          "runs",
          "Returns a file that a run was given, or one that it has kept",
          "Takes a Range header of one part. The ETag is the SHA-256.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/files/{file}", 200),
          FileQuery.class,
          OutputBytes.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::file);

  public static final Verb<WorkspaceList.Query, WorkspaceList> WORKSPACE =
      new Verb<>(
          "workspace.list",
          "listWorkspace",
          "runs",
          "Lists a directory of a run's workspace",
          "It shows what is there now; commands of the run may be changing it. Links are not followed.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/workspace", 200),
          WorkspaceList.Query.class,
          WorkspaceList.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::workspace);

  public static final Verb<WorkspaceList.Query, OutputBytes> WORKSPACE_FILE =
      new Verb<>(
          "workspace.read",
          "getWorkspaceFile",
          "runs",
          "Returns a file of a run's workspace as it is now",
          "The answer breaks off if a command changes the file meanwhile. Takes a Range header of one part. The ETag is the SHA-256.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/workspace/file", 200),
          WorkspaceList.Query.class,
          OutputBytes.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::workspaceFile);

  public static final Verb<TailQuery, Tail> TAIL =
      new Verb<>(
          "step.tail",
          "getStepTail",
          "runs",
          "Shows the output so far of the command of a running step",
          "Send the attempt and 'next' of each output to get "
              + "what came since. At most 64 KiB of each output are returned: of more, "
              + "the end, and 'skipped' says how many bytes before it were left out. "
              + "'running' is null while no attempt of it runs in this server; once "
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
          "Replies as soon as the run is stored; Location is its address. A "
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
          "Cancels a run, or one branch of it",
          "Nothing new starts, and running commands are stopped. Such a branch "
              + "counts as cancelled in the join. Replies at once, before "
              + "the run has ended.",
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
          "Shows what a rerun would do",
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
          "Reruns a run as a new run",
          "With its values, input, directories and principal. A recipe or values in the "
              + "request replace those of the run, directories are added; "
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
          "Resumes an interrupted run",
          "Completed steps are kept; commands that were running run again.",
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
          "Resumes every interrupted run",
          "Replies as soon as all are running, with those that cannot be resumed, and why.",
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
          "Deletes a run with its workspace and everything that no other run needs",
          "",
          Role.OPERATOR,
          true,
          new Verb.Route("DELETE", "/runs/{run}", 200),
          RunName.class,
          Removal.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::delete);

  public static final Verb<DeleteRequest, Removal> DELETE_RUNS =
      new Verb<>(
          "run.delete-several",
          "deleteRuns",
          "runs",
          "Deletes several runs, or none",
          "Nothing is deleted if one of them does not exist or is not over.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/runs/delete", 200),
          DeleteRequest.class,
          Removal.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::deleteRuns);

  public static final Verb<PruneRequest, Removal> PRUNE =
      new Verb<>(
          "run.prune",
          "pruneRuns",
          "runs",
          "Deletes runs by age, number or size",
          "A run is deleted if any of the limits says so, with its workspace and everything "
              + "that no other run needs. Runs that are not over are kept.",
          Role.ADMIN,
          true,
          new Verb.Route("POST", "/runs/prune", 200),
          PruneRequest.class,
          Removal.class,
          Set.of(),
          Escarole::prune);

  private RunVerbs() {}
}
