package dev.escarole.web.app.local;

import dev.escarole.engine.CannotResumeException;
import dev.escarole.engine.DirectoryRefusedException;
import dev.escarole.engine.Engine;
import dev.escarole.engine.Launched;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.RerunPlan;
import dev.escarole.engine.RerunRefusedException;
import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Policy.Runs;
import dev.escarole.engine.files.FileRefusedException;
import dev.escarole.engine.launch.LaunchKeyException;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunLabels;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.launch.QueueFullException;
import dev.escarole.recipe.RecipeException;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.setup.EngineFailures;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Actions on runs. Each is recorded in the audit, done or refused. Thread-safe.
 *
 * <p>Every method throws a {@link RefusedException} if it does nothing: of kind {@code NOT_FOUND}
 * for runs, recipes and steps that do not exist, {@code INVALID} for a recipe or values with
 * mistakes or a key that means something else, {@code CONFLICT} for what does not fit the run's
 * state, {@code UNAVAILABLE} while the database does not answer.
 */
public final class RunActions {

  private final Installation service;
  private final Engine engine;
  private final RunLookup lookup;

  RunActions(Installation service) {
    this.service = service;
    this.engine = service.engine();
    this.lookup = new RunLookup(engine, Optional::empty);
  }

  /** Finds runs and steps. */
  public RunLookup lookup() {
    return lookup;
  }

  /**
   * Returns the plan of a launch, without running it; not audited, because nothing changes.
   *
   * @throws RefusedException if the launch would be refused
   */
  public Plan plan(Actor actor, LaunchOrder order) {
    return plan(request(actor, order));
  }

  Plan plan(RunRequest request) {
    return guarded(() -> engine.plan(request));
  }

  /** Stores a run and starts it on behalf of the actor. */
  public RunHandle launch(Actor actor, LaunchOrder order) {
    return recorded(
        new AuditedAction(actor, "run.launch", order.recipe().title()),
        () -> engine.start(checked(actor, order)),
        handle -> handle.id().value());
  }

  /**
   * Does the same, unless it was done under this key before; then nothing is started, nor put on
   * record.
   */
  public Launched launch(Actor actor, LaunchOrder order, LaunchKey key) {
    return once(
        new AuditedAction(actor, "run.launch", order.recipe().title()),
        key,
        () -> engine.launch(checked(actor, order), key),
        run -> run.value());
  }

  /** The key is looked up first: the recipe of its run may have been removed since. */
  private Launched once(
      AuditedAction action,
      LaunchKey key,
      Supplier<Launched> launch,
      Function<RunId, String> target) {
    Launched launched;
    try {
      launched =
          guarded(() -> engine.launched(key).<Launched>map(Launched.Before::new).orElseGet(launch));
    } catch (RefusedException e) {
      service.refused(action.actor(), action.action(), action.target(), e);
      throw e;
    }
    if (launched instanceof Launched.Now now) {
      service.acted(action.actor(), action.action(), target.apply(now.id()));
    }
    return launched;
  }

  /** The recipe may have changed since its plan was seen. */
  private RunRequest checked(Actor actor, LaunchOrder order) {
    RunRequest request = request(actor, order);
    String wanted = order.planHash();
    if (wanted != null && !engine.plan(request).hash().equals(wanted)) {
      throw planChanged();
    }
    return request;
  }

  private static RefusedException planChanged() {
    return conflict(
        RefusalCode.PLAN_CHANGED,
        "the recipe makes a different plan of these values now",
        "Look at the plan again; nothing was started.");
  }

  private RerunRequest checked(RunId id, RerunOrder order) {
    RerunRequest request = request(id, order);
    String wanted = order.planHash();
    if (wanted != null && !engine.planRerun(request).plan().hash().equals(wanted)) {
      throw planChanged();
    }
    return request;
  }

  /** The engine's request for an order. */
  public RunRequest request(Actor actor, LaunchOrder order) {
    Map<String, Object> values = new LinkedHashMap<>();
    order
        .values()
        .forEach(
            (name, value) -> {
              if (value != null) {
                values.put(name, value);
              }
            });
    RunRequest.Builder request =
        RunRequest.of(service.recipes().find(order.recipe()))
            .values(values)
            .stdin(order.stdin())
            .directories(Directories.parse(order.directories()))
            .principal(actor.principal())
            .cache(order.cache())
            .anywhere();
    labels(order.labels()).forEach(request::label);
    order.files().forEach(request::file);
    Long priority = order.priority();
    if (priority != null) {
      request.priority(priority.intValue());
    }
    return request.build();
  }

  private static List<String> labels(List<String> labels) {
    try {
      return RunLabels.checked(labels);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusalCode.BAD_LABEL,
          String.valueOf(e.getMessage()),
          "Labels are short texts to find a run by, such as nightly.");
    }
  }

  /** Cancels a run: nothing new starts in it, and running commands are stopped. */
  public void cancel(Actor actor, RunId id) {
    Supplier<Runnable> find =
        () -> {
          requireReach(actor, lookup.run(id));
          if (engine.handle(id).isEmpty() && engine.housekeeping().cancelUnclaimed(id)) {
            // It waited for a node, and was launched elsewhere.
            return () -> {};
          }
          return lookup.underWay(id)::cancel;
        };
    recorded(new AuditedAction(actor, "run.cancel", id.value()), find, id.value()).run();
  }

  /**
   * Stops one step of a run and all that is in it. Has no effect on a step that has not begun or
   * has ended.
   *
   * @param path place of the step in the plan, such as {@code 0.2}, or a label that only it has
   * @throws RefusedException if the run has not started, too
   */
  public void cancelBranch(Actor actor, RunId id, String path) {
    String target = id + " " + path;
    Supplier<RunHandle> find =
        () -> {
          requireReach(actor, lookup.run(id));
          RunHandle handle = lookup.underWay(id);
          lookup.step(id, handle.plan(), path);
          if (!handle.hasStarted()) {
            throw RunLookup.notStarted(id);
          }
          return handle;
        };
    recorded(new AuditedAction(actor, "run.cancel-branch", target), find, target).cancel(path);
  }

  /**
   * Reruns a run as a new run with its values, input, directories and principal.
   *
   * <p>A changed recipe, other values and further directories are accepted only from the principal
   * of the run: otherwise they would be used with another principal's permissions.
   */
  public RunHandle rerun(Actor actor, RunId id, RerunOrder order) {
    return recorded(
        new AuditedAction(actor, "run.rerun", id + " " + order.scope().text()),
        () -> {
          requireReach(actor, lookup.run(id));
          requireOwnChanges(actor, id, order);
          return engine.rerun(checked(id, order));
        },
        handle -> id + " as " + handle.id());
  }

  /** Does the same, unless it was done under this key before, as for a launch. */
  public Launched rerun(Actor actor, RunId id, RerunOrder order, LaunchKey key) {
    return once(
        new AuditedAction(actor, "run.rerun", id + " " + order.scope().text()),
        key,
        () -> {
          requireReach(actor, lookup.run(id));
          requireOwnChanges(actor, id, order);
          return engine.rerun(checked(id, order), key);
        },
        run -> id + " as " + run);
  }

  /** Shows what a rerun would do; not audited, because nothing changes. */
  public RerunPlan planRerun(RunId id, RerunOrder order) {
    return guarded(() -> engine.planRerun(request(id, order)));
  }

  /**
   * Whether an actor may change a run: one that acts for the actor, or any if the policy or the
   * actor's role says so. Looking at runs needs no more than the role of a viewer.
   */
  public boolean mayChange(Actor actor, String principal) {
    return principal.equals(actor.principal().name()) || mayChangeAll(actor);
  }

  /** Whether an actor may change the runs of everybody. */
  boolean mayChangeAll(Actor actor) {
    Runs otherwise = actor.administers() ? Runs.ALL : Runs.OWN;
    return engine.policy(actor.principal()).runs().orElse(otherwise) == Runs.ALL;
  }

  private void requireReach(Actor actor, StoredRun run) {
    if (!mayChange(actor, run.principal())) {
      throw new RefusedException(
          RefusalCode.ANOTHER_PRINCIPAL,
          "run %s acts for %s, and '%s' may change only runs of its own"
              .formatted(run.id(), run.principal(), actor.principal().name()),
          "Ask " + run.principal() + ", or let the policy allow it: 'runs: all'.");
    }
  }

  private void requireOwnChanges(Actor actor, RunId id, RerunOrder order) {
    StoredRun run = lookup.run(id);
    if (order.changes() && !run.principal().equals(actor.principal().name())) {
      throw new RefusedException(
          RefusalCode.ANOTHER_PRINCIPAL,
          "run %s acts for %s, so only %s may give it another recipe, other values or directories"
              .formatted(id, run.principal(), run.principal()),
          "Run it again as it was, or launch the recipe as a run of your own.");
    }
  }

  private RerunRequest request(RunId id, RerunOrder order) {
    WantedRecipe recipe = order.recipe();
    RerunScope scope = order.scope();
    String step = scope.step();
    if (step != null && recipe == null) {
      lookup.step(id, engine.records().plan(id), step);
    }
    RerunRequest request =
        RerunRequest.of(id)
            .withScope(scope)
            .withForce(order.force())
            .withValues(order.values())
            .withDirectories(Directories.parse(order.directories()));
    return recipe == null ? request : request.withRecipe(service.recipes().find(recipe));
  }

  /** Resumes an interrupted run. */
  public RunHandle resume(Actor actor, RunId id) {
    return recorded(
        new AuditedAction(actor, "run.resume", id.value()),
        () -> {
          requireReach(actor, lookup.run(id));
          if (!engine.interrupted().contains(id)) {
            throw conflict(
                RefusalCode.NOT_INTERRUPTED,
                "run %s is not interrupted".formatted(id),
                "Only runs of status 'interrupted' can be resumed.");
          }
          return engine.resume(id, event -> {});
        },
        handle -> id.value());
  }

  /** Deletes a run with its workspace and everything that no other run needs. */
  public RemovedRuns delete(Actor actor, RunId id) {
    return recorded(
        new AuditedAction(actor, "run.delete", id.value()),
        () -> remove(actor, Set.of(id)),
        removed -> id.value());
  }

  /**
   * Deletes all of these runs, or none if one of them cannot be. Each has a row of its own on
   * record.
   *
   * @param find gives the run that a name means
   */
  public RemovedRuns delete(Actor actor, List<String> names, Function<String, RunId> find) {
    String action = "run.delete-several";
    RemovedRuns removed;
    try {
      removed =
          guarded(
              () -> {
                Set<RunId> ids = new LinkedHashSet<>();
                names.forEach(name -> ids.add(find.apply(name)));
                return remove(actor, ids);
              });
    } catch (RefusedException e) {
      service.refused(actor, action, names.size() + " runs, the first " + names.get(0), e);
      throw e;
    }
    removed.runs().forEach(run -> service.acted(actor, action, run.id().value()));
    return removed;
  }

  private RemovedRuns remove(Actor actor, Set<RunId> ids) {
    ids.forEach(id -> requireReach(actor, lookup.run(id)));
    requireOver(ids, engine.housekeeping().prunable(Retention.ALL.withMaxRuns(0)));
    RemovedRuns removed = engine.housekeeping().delete(ids);
    // One that is run again at this moment has become needed since it was looked at.
    requireOver(ids, removed.runs());
    return removed;
  }

  private static void requireOver(Set<RunId> wanted, List<KeptRun> over) {
    Set<RunId> left = new LinkedHashSet<>(wanted);
    over.forEach(run -> left.remove(run.id()));
    if (left.size() == 1) {
      throw conflict(
          RefusalCode.RUN_NOT_OVER,
          "run %s is not over, or run again by a run that is not over"
              .formatted(left.iterator().next()),
          "Wait for the end, or cancel it first.");
    }
    if (!left.isEmpty()) {
      throw conflict(
          RefusalCode.RUN_NOT_OVER,
          "%d runs are not over, or run again by runs that are not over: %s"
              .formatted(
                  left.size(),
                  left.stream().limit(3).map(RunId::value).collect(Collectors.joining(", "))),
          "Wait for their end, or cancel them first.");
    }
  }

  /**
   * Something that somebody does.
   *
   * @param target its target, as far as that is known before
   */
  private record AuditedAction(Actor actor, String action, String target) {}

  private <T> T recorded(AuditedAction action, Supplier<T> act, String target) {
    return recorded(action, act, done -> target);
  }

  private <T> T recorded(AuditedAction action, Supplier<T> act, Function<T, String> target) {
    T done;
    try {
      done = guarded(act);
    } catch (RefusedException e) {
      service.refused(action.actor(), action.action(), action.target(), e);
      throw e;
    }
    service.acted(action.actor(), action.action(), target.apply(done));
    return done;
  }

  /** Turns exceptions of the engine into refusals. */
  private static <T> T guarded(Supplier<T> act) {
    try {
      return act.get();
    } catch (RecipeException e) {
      throw Recipes.invalid(e.problems());
    } catch (DirectoryRefusedException e) {
      throw new RefusedException(
          RefusalCode.DIRECTORY_REFUSED,
          String.valueOf(e.getMessage()),
          "Give the run a directory of its own, apart from the files of Escarole.");
    } catch (FileRefusedException e) {
      throw new RefusedException(
          RefusalCode.FILE_REFUSED, String.valueOf(e.getMessage()), e.hint());
    } catch (RerunRefusedException e) {
      throw conflict(
          RefusalCode.RERUN_REFUSED,
          e.getMessage(),
          e.canBeForced()
              ? "Use 'force' to continue, or rerun everything."
              : "Look at the run and its steps.");
    } catch (LaunchKeyException e) {
      throw new RefusedException(
          RefusalCode.KEY_TAKEN, String.valueOf(e.getMessage()), "Make a new key for each launch.");
    } catch (CannotResumeException e) {
      throw conflict(
          RefusalCode.CANNOT_RESUME,
          e.getMessage(),
          "It is stored as failed now; run it again instead.");
    } catch (StoreException | QueueFullException e) {
      throw EngineFailures.refusal(e).map(RuntimeException.class::cast).orElse(e);
    }
  }

  static RefusedException conflict(RefusalCode code, @Nullable String message, String hint) {
    return new RefusedException(code, String.valueOf(message), hint);
  }
}
