package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.engine.launch.QueuePlace;
import dev.escarole.engine.notify.Notifications;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.audit.SentLine;
import dev.escarole.web.app.figures.FigureReading;
import dev.escarole.web.app.figures.RunLog;
import dev.escarole.web.app.local.history.RecipeHistories;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.setup.ActionRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An open engine and everything around it that the application needs. Thread-safe. The engine is
 * closed by its opener.
 */
public final class Installation implements AgentSupport {

  private final Engine engine;
  private final InstantSource clock;
  private final Recipes recipes;
  private final RunActions runs;
  private final CommandActions commands;
  private final CommandBuilds builds;
  private final CatalogActions catalog;
  private final Upkeep upkeep;
  private final RecipeHistories histories;
  private final Tails tails;
  private final KeptRuns keptRuns;
  private final RunReading reading;
  private final RecipeReading recipeReading;
  private final AuditReading auditReading;
  private final SystemReading systemReading;
  private final FigureReading figures;
  private final ScheduleActions schedules;

  /** A service that watches no folder of recipes. */
  public Installation(Engine engine, InstantSource clock) {
    this(engine, null, clock);
  }

  /**
   * @param folder the recipes that can be run by name; null if there are none. It is closed by its
   *     opener
   */
  public Installation(Engine engine, @Nullable RecipeFolder folder, InstantSource clock) {
    this.engine = engine;
    this.clock = clock;
    this.recipes = new Recipes(folder);
    this.runs = new RunActions(this);
    this.commands = new CommandActions(this);
    this.builds = new CommandBuilds(this);
    this.catalog = new CatalogActions(this);
    this.tails = new Tails(this);
    this.keptRuns = new KeptRuns(engine);
    this.upkeep = new Upkeep(this);
    this.histories = new RecipeHistories(engine.records(), clock);
    this.reading = new RunReading(this, runs.lookup());
    this.recipeReading = new RecipeReading(this);
    this.auditReading = new AuditReading(engine);
    this.figures = new FigureReading(engine, clock);
    this.systemReading = new SystemReading(engine, recipes, Release.version());
    this.schedules = new ScheduleActions(this);
  }

  ScheduleActions schedules() {
    return schedules;
  }

  public Engine engine() {
    return engine;
  }

  public InstantSource clock() {
    return clock;
  }

  @Override
  public Escarole as(Actor actor) {
    if (!actor.confined()) {
      return new LocalEscarole(this, actor, reading);
    }
    RunLookup own =
        new RunLookup(
            engine,
            () ->
                runs.mayChangeAll(actor)
                    ? Optional.empty()
                    : Optional.of(actor.principal().name()));
    return new LocalEscarole(this, actor, new RunReading(this, own));
  }

  @Override
  public boolean hasChannels() {
    return Notifications.of(engine, clock).isSetUp();
  }

  @Override
  public boolean hasInbox() {
    return Inbox.of(engine).isPresent();
  }

  /**
   * Opens an inbox whose files can run the recipes of this installation; to be closed before the
   * engine.
   *
   * @throws dev.escarole.engine.inbox.InboxException if the directory cannot be an inbox
   * @throws RefusedException if it reaches the watched folder of recipes
   */
  public Inbox openInbox(Path directory, InboxOptions options) {
    return InboxFiles.open(this, directory, options);
  }

  KeptRuns keptRuns() {
    return keptRuns;
  }

  RunReading reading() {
    return reading;
  }

  RecipeReading recipeReading() {
    return recipeReading;
  }

  AuditReading auditReading() {
    return auditReading;
  }

  FigureReading figures() {
    return figures;
  }

  SystemReading systemReading() {
    return systemReading;
  }

  /** The recipes that can be run. */
  public Recipes recipes() {
    return recipes;
  }

  /** Makes the heads of stored runs as they are now; get a new one for each request. */
  Function<StoredRun, RunHead> heads() {
    Predicate<RunId> underWay = underWay();
    return run -> {
      Optional<RunHandle> here = run.status().isOver() ? Optional.empty() : engine.handle(run.id());
      QueuePlace queue = here.flatMap(RunHandle::queuePlace).orElse(null);
      // The counts of a queued run would need its plan.
      RunCounts counts = here.filter(RunHandle::hasStarted).map(RunHandle::counts).orElse(null);
      return Pictures.head(run, status(run, underWay), counts, queue);
    };
  }

  private RunStatus status(StoredRun run, Predicate<RunId> underWay) {
    if (run.status().isOver()) {
      return run.status();
    }
    if (!underWay.test(run.id())) {
      return RunStatus.INTERRUPTED;
    }
    boolean waiting = engine.handle(run.id()).map(RunHandle::isWaiting).orElse(false);
    return waiting ? RunStatus.WAITING : run.status();
  }

  /** Whether some engine executes a run; reads the database at most once. */
  private Predicate<RunId> underWay() {
    AtomicReference<@Nullable Set<RunId>> interrupted = new AtomicReference<>();
    return id -> {
      if (engine.handle(id).isPresent()) {
        return true;
      }
      Set<RunId> known = interrupted.get();
      if (known == null) {
        known = Set.copyOf(engine.interrupted());
        interrupted.set(known);
      }
      return !known.contains(id);
    };
  }

  /** Actions on runs. */
  public RunActions runs() {
    return runs;
  }

  /** Actions on commands. */
  public CommandActions commands() {
    return commands;
  }

  CommandBuilds builds() {
    return builds;
  }

  CatalogActions catalog() {
    return catalog;
  }

  /** The outputs so far of running steps. */
  public Tails tails() {
    return tails;
  }

  /** Retention and cleaning. */
  public Upkeep upkeep() {
    return upkeep;
  }

  /**
   * Lets the interrupted runs go on that began, or were resumed, since a time: those that were
   * under way in a process that is gone.
   */
  public void resumeSince(Instant since) {
    upkeep.resumeSince(since);
  }

  /** The last runs of recipes. */
  public RecipeHistories histories() {
    return histories;
  }

  /** Logs what happens in runs from now on, until it is closed. */
  public Subscription logRuns() {
    return engine.listen(new RunLog()::hear);
  }

  /**
   * Records an action in the audit.
   *
   * @param target its target; empty if it has no name
   */
  public void acted(Actor actor, String action, String target) {
    ActionRecord.write(engine, clock, actor, action, target, ActionEntry.DONE);
  }

  /** Records a refused action in the audit. */
  public void refused(Actor actor, String action, String target, RefusedException why) {
    ActionRecord.write(engine, clock, actor, action, target, why.code().word());
  }

  @Override
  public boolean admits(String principal) {
    return engine.admits(new Principal(principal, false));
  }

  @Override
  public void heard(SentLine line) {
    engine
        .audit()
        .record(
            new LineEntry(
                line.at(),
                new LineEntry.Sender(line.principal(), line.client()),
                line.text(),
                line.command(),
                new LineEntry.Ending(line.error(), line.denied(), line.durationMillis())));
  }
}
