package dev.escarole.web.app.local;

import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.VerbInputs;
import dev.escarole.web.app.approval.AwaitList;
import dev.escarole.web.app.approval.AwaitPicture;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.app.approval.CallbackAnswer;
import dev.escarole.web.app.approval.CallbackFacts;
import dev.escarole.web.app.approval.CallbackReceipt;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestRequest;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.WorkspaceList;

/**
 * The verbs about what is around runs: tests of recipes, files, and people and programs that runs
 * wait for.
 */
abstract class AroundRuns implements Escarole {

  final Installation installation;
  final Actor actor;
  final RunReading reading;

  AroundRuns(Installation installation, Actor actor, RunReading reading) {
    this.installation = installation;
    this.actor = actor;
    this.reading = reading;
  }

  @Override
  public TestReport test(TestRequest request) {
    VerbInputs.check(request);
    return new RecipeTesting(installation, actor).test(request);
  }

  @Override
  public RunFileList files(RunName run) {
    VerbInputs.check(run);
    return reading.files().list(reading.named(run.run()));
  }

  @Override
  public OutputBytes file(RunFileQuery query) {
    VerbInputs.check(query);
    return reading.files().file(reading.named(query.run()), query.file());
  }

  @Override
  public WorkspaceList workspace(WorkspaceList.Query query) {
    VerbInputs.check(query);
    String path = query.path() == null ? "" : query.path();
    return reading.files().workspace(reading.named(query.run()), path);
  }

  @Override
  public OutputBytes workspaceFile(WorkspaceList.Query query) {
    VerbInputs.check(query);
    String path = query.path() == null ? "" : query.path();
    return reading.files().workspaceFile(reading.named(query.run()), path);
  }

  @Override
  public AwaitPicture approve(DecisionRequest request) {
    VerbInputs.check(request);
    return awaitActions().decide(request, true);
  }

  @Override
  public AwaitPicture reject(DecisionRequest request) {
    VerbInputs.check(request);
    return awaitActions().decide(request, false);
  }

  @Override
  public CallbackFacts callback(StepName step) {
    VerbInputs.check(step);
    return awaitActions().callback(step);
  }

  @Override
  public CallbackReceipt answer(CallbackAnswer answer) {
    VerbInputs.check(answer);
    return awaitActions().answer(answer);
  }

  @Override
  public AwaitList awaits(AwaitsQuery query) {
    VerbInputs.check(query);
    return awaitActions().list(query);
  }

  final AwaitActions awaitActions() {
    return new AwaitActions(installation, actor, reading);
  }
}
