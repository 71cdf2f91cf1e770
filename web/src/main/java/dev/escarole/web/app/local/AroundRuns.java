package dev.escarole.web.app.local;

import dev.escarole.engine.folder.FolderEntry;
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
import dev.escarole.web.app.command.BegunAddition;
import dev.escarole.web.app.command.CatalogEntry;
import dev.escarole.web.app.command.CatalogList;
import dev.escarole.web.app.command.CatalogName;
import dev.escarole.web.app.command.CatalogQuery;
import dev.escarole.web.app.command.CommandName;
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
import dev.escarole.web.app.local.history.VersionReading;
import dev.escarole.web.app.notification.ChannelName;
import dev.escarole.web.app.notification.ChannelTrial;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.app.notification.DeliveryPicture;
import dev.escarole.web.app.notification.NotificationList;
import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.recipe.RecipeVersions;
import dev.escarole.web.app.recipe.RecipeVersions.VersionsQuery;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestRequest;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.FileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.StepName;
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
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.NodesPicture;

/**
 * The verbs about what is around runs: other runs, tests of recipes, logs, files, people and
 * programs that runs wait for, and the catalogue of commands.
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
  public RecipeVersions recipeVersions(VersionsQuery query) {
    VerbInputs.check(query);
    FolderEntry entry = installation.recipes().entry(query.name());
    // Runs of one name may have been started with texts of their own.
    String own = reading.sees().orElse(null);
    return VersionReading.of(
        entry, installation.engine().records().recipeTexts(entry.name(), own), query);
  }

  @Override
  public RunFamily family(RunName run) {
    VerbInputs.check(run);
    return reading.family(run.run());
  }

  @Override
  public RunComparison compare(RunComparison.Query runs) {
    VerbInputs.check(runs);
    return reading.compare(runs);
  }

  @Override
  public TextDifference difference(TextDifference.Query texts) {
    VerbInputs.check(texts);
    return reading.difference(texts);
  }

  @Override
  public TestReport test(TestRequest request) {
    VerbInputs.check(request);
    return new RecipeTesting(installation, actor).test(request);
  }

  @Override
  public LogPage log(LogQuery query) {
    VerbInputs.check(query);
    return reading.log(query);
  }

  @Override
  public RunFileList files(RunName run) {
    VerbInputs.check(run);
    return reading.files().list(reading.named(run.run()));
  }

  @Override
  public OutputBytes file(FileQuery query) {
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

  @Override
  public ScheduleList schedules(SchedulesQuery query) {
    VerbInputs.check(query);
    return installation.schedules().list(query.recipe(), query.next());
  }

  @Override
  public ComingRuns comingRuns(ComingQuery query) {
    VerbInputs.check(query);
    return installation.schedules().coming(query.hours());
  }

  @Override
  public ScheduleHistory scheduleHistory(HistoryQuery query) {
    VerbInputs.check(query);
    return installation.schedules().history(query.schedule(), query.limit());
  }

  @Override
  public SchedulePicture pauseSchedule(ScheduleName schedule) {
    VerbInputs.check(schedule);
    return installation.schedules().pause(actor, schedule.schedule());
  }

  @Override
  public SchedulePicture resumeSchedule(ScheduleName schedule) {
    VerbInputs.check(schedule);
    return installation.schedules().resume(actor, schedule.schedule());
  }

  @Override
  public ScheduledRun runSchedule(ScheduleName schedule) {
    VerbInputs.check(schedule);
    return installation.schedules().runNow(actor, schedule.schedule());
  }

  @Override
  public Backfilled backfill(BackfillRequest request) {
    VerbInputs.check(request);
    return installation.schedules().backfill(actor, request);
  }

  @Override
  public NodesPicture nodes(NoInput nothing) {
    return NodeReading.of(installation.engine());
  }

  @Override
  public InboxPicture inbox(NoInput nothing) {
    return InboxFiles.picture(installation, actor);
  }

  @Override
  public RetriedFile retryFile(RetryRequest request) {
    VerbInputs.check(request);
    InboxFiles.retry(installation, actor, request.file());
    return new RetriedFile(request.file());
  }

  @Override
  public VerifiedCommand verifyCommand(CommandName name) {
    VerbInputs.check(name);
    return installation.catalog().verify(actor, name.name());
  }

  @Override
  public CatalogList catalog(CatalogQuery query) {
    VerbInputs.check(query);
    return installation.catalog().list(actor, query.text() == null ? "" : query.text());
  }

  @Override
  public CatalogEntry catalogEntry(CatalogName name) {
    VerbInputs.check(name);
    return installation.catalog().entry(name.name());
  }

  @Override
  public BegunAddition addFromCatalog(CatalogName name) {
    VerbInputs.check(name);
    return installation.catalog().add(actor, name.name());
  }

  @Override
  public NotificationList notifications(DeliveriesQuery query) {
    VerbInputs.check(query);
    return NotificationReading.list(installation, actor, query);
  }

  @Override
  public DeliveryPicture resend(DeliveryName name) {
    VerbInputs.check(name);
    return NotificationReading.resend(installation, actor, name.id());
  }

  @Override
  public ChannelTrial testChannel(ChannelName name) {
    VerbInputs.check(name);
    return NotificationReading.test(installation, actor, name.channel());
  }

  @Override
  public FilterList filters(NoInput nothing) {
    return new FilterActions(installation, actor).list();
  }

  @Override
  public FilterPicture saveFilter(SaveFilterRequest request) {
    VerbInputs.check(request);
    return new FilterActions(installation, actor).save(request);
  }

  @Override
  public FilterPicture deleteFilter(FilterName name) {
    VerbInputs.check(name);
    return new FilterActions(installation, actor).delete(name.name());
  }
}
