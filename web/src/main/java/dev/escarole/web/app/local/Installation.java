package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Release;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running engine and what is around it, as all ways into a server see it. Thread-safe. Whoever
 * opened the engine closes it.
 */
public final class Installation {

  private static final Logger LOG = LoggerFactory.getLogger("escarole.action");

  private final Engine engine;
  private final InstantSource clock;
  private final Recipes recipes;
  private final RunActions runs;
  private final CommandActions commands;
  private final Upkeep upkeep;
  private final RecipeHistories histories;
  private final Tails tails;
  private final RunReading reading;
  private final RecipeReading recipeReading;
  private final AuditReading auditReading;
  private final SystemReading systemReading;
  private final KeptAnswers answers = new KeptAnswers(KeptAnswers.MOST_BYTES);

  /** A service that watches no folder of recipes. */
  public Installation(Engine engine, InstantSource clock) {
    this(engine, null, clock);
  }

  /**
   * @param folder the recipes that can be run by name; null if there are none. Whoever opened it
   *     closes it
   */
  public Installation(Engine engine, @Nullable RecipeFolder folder, InstantSource clock) {
    this.engine = engine;
    this.clock = clock;
    this.recipes = new Recipes(folder);
    this.runs = new RunActions(this);
    this.commands = new CommandActions(this);
    this.tails = new Tails(this);
    this.upkeep = new Upkeep(this);
    this.histories = new RecipeHistories(engine.store().reports(), clock);
    this.reading = new RunReading(this, runs.lookup());
    this.recipeReading = new RecipeReading(this);
    this.auditReading = new AuditReading(engine);
    this.systemReading = new SystemReading(engine, Release.version());
  }

  public Engine engine() {
    return engine;
  }

  public InstantSource clock() {
    return clock;
  }

  /** The application for somebody. */
  public Escarole as(Actor actor) {
    return new LocalEscarole(this, actor, reading);
  }

  /**
   * The application for somebody who sees only the runs that he may change, such as an agent; the
   * others are as if they did not exist. What is no question about runs, such as the audit, is
   * answered as to anybody.
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

  RunReading reading() {
    return reading;
  }

  RecipeReading recipeReading() {
    return recipeReading;
  }

  AuditReading auditReading() {
    return auditReading;
  }

  SystemReading systemReading() {
    return systemReading;
  }

  /** The recipes that can be run. */
  public Recipes recipes() {
    return recipes;
  }

  /** What is stored of runs at this moment, over or not; ask anew for each request. */
  public StoredRuns stored() {
    return new StoredRuns(engine.store(), underWay());
  }

  /** Whether some engine carries a run out; asks the database once at most. */
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

  /** What can be done with runs. */
  public RunActions runs() {
    return runs;
  }

  /** What can be done with commands. */
  public CommandActions commands() {
    return commands;
  }

  /** What the commands of running steps have written so far. */
  public Tails tails() {
    return tails;
  }

  /** How what is kept can be cleared up. */
  public Upkeep upkeep() {
    return upkeep;
  }

  /** How recipes have done lately. */
  public RecipeHistories histories() {
    return histories;
  }

  /** Answers about runs that are over. */
  public KeptAnswers answers() {
    return answers;
  }

  /**
   * Puts on record what somebody did.
   *
   * @param target what it concerned; empty if nothing that has a name
   */
  public void acted(Actor actor, String action, String target) {
    record(actor, action, target, ActionEntry.DONE);
  }

  /** Puts on record what somebody wanted to do and could not. */
  public void refused(Actor actor, String action, String target, RefusedException why) {
    record(actor, action, target, why.code().word());
  }

  /** Puts on record what an agent sent. */
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
