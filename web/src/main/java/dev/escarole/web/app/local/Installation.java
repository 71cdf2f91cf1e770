package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.ActionEntry;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.figures.FigureReading;
import dev.escarole.web.app.figures.RunLog;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open engine and everything around it that the application needs. Thread-safe. The engine is
 * closed by its opener.
 */
public final class Installation implements EscaroleFactory {

  private static final Logger LOG = LoggerFactory.getLogger("escarole.action");

  private final Engine engine;
  private final InstantSource clock;
  private final Recipes recipes;
  private final RunActions runs;
  private final CommandActions commands;
  private final Upkeep upkeep;
  private final RecipeHistories histories;
  private final Tails tails;
  private final KeptRuns keptRuns;
  private final RunReading reading;
  private final RecipeReading recipeReading;
  private final AuditReading auditReading;
  private final SystemReading systemReading;
  private final FigureReading figures;

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
    this.tails = new Tails(this);
    this.keptRuns = new KeptRuns(engine);
    this.upkeep = new Upkeep(this);
    this.histories = new RecipeHistories(engine.store().reports(), clock);
    this.reading = new RunReading(this, runs.lookup());
    this.recipeReading = new RecipeReading(this);
    this.auditReading = new AuditReading(engine);
    this.figures = new FigureReading(engine, clock);
    this.systemReading = new SystemReading(engine, recipes, Release.version());
  }

  public Engine engine() {
    return engine;
  }

  public InstantSource clock() {
    return clock;
  }

  @Override
  public Escarole as(Actor actor) {
    return new LocalEscarole(this, actor, reading);
  }

  /**
   * The application for an actor that sees only the runs that it may change, such as an agent;
   * other runs do not exist for it. Verbs that are not about runs, such as the audit, are not
   * confined.
   */
  public Escarole confined(Actor actor) {
    RunLookup own =
        new RunLookup(
            engine,
            () ->
                runs.mayChangeAll(actor)
                    ? Optional.empty()
                    : Optional.of(actor.principal().name()));
    return new LocalEscarole(this, actor, new RunReading(this, own));
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

  /** The stored runs at this moment; get a new one for each request. */
  public StoredRuns stored() {
    return new StoredRuns(
        engine.store(), underWay(), id -> engine.handle(id).map(RunHandle::counts).orElse(null));
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

  /** The outputs so far of running steps. */
  public Tails tails() {
    return tails;
  }

  /** Retention and cleaning. */
  public Upkeep upkeep() {
    return upkeep;
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
    record(actor, action, target, ActionEntry.DONE);
  }

  /** Records a refused action in the audit. */
  public void refused(Actor actor, String action, String target, RefusedException why) {
    record(actor, action, target, why.code().word());
  }

  /** Records a line of an agent in the audit. */
  public void heard(SentLine line) {
    engine
        .store()
        .lines()
        .record(
            new LineEntry(
                line.at(),
                new LineEntry.Sender(line.principal(), line.client()),
                line.text(),
                line.command(),
                new LineEntry.Ending(line.error(), line.denied(), line.durationMillis())));
  }

  private void record(Actor actor, String action, String target, String result) {
    LOG.atInfo()
        .addKeyValue("action", action)
        .addKeyValue("target", target)
        .addKeyValue("principal", actor.principal().name())
        .addKeyValue("origin", actor.origin())
        .addKeyValue("status", result)
        .log("action");
    engine
        .store()
        .actions()
        .record(
            new ActionEntry(
                clock.instant(), actor.principal().name(), actor.origin(), action, target, result));
  }
}
