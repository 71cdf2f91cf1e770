package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.executor.Reuse;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.files.RunInputs;
import dev.escarole.engine.launch.LaunchKeyException;
import dev.escarole.engine.launch.QueuedRun;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunIds;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.LaunchKey.KeyedLaunch;
import dev.escarole.engine.store.LaunchTerms;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunFile;
import dev.escarole.engine.store.RunFiles;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.launch.LaunchTurn;
import dev.escarole.engine.store.launch.QueueFullException;
import dev.escarole.engine.store.launch.StoredTurn;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.notify.NotifyRule;
import dev.escarole.recipe.schedule.LaunchRule;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores and starts runs, one for each key. Thread-safe. */
final class Starter {

  private static final int MOST_TRIES = 5;

  private final RunStore store;
  private final EngineOptions options;
  private final Resumer resumer;
  private final RunExecutor executor;
  private final RerunPlanner reruns;
  private final Workspaces workspaces;
  private final Computing computing;
  private final RunInputs inputs;
  private final boolean deadCount;
  private final RunIds ids = new RunIds(new SecureRandom());

  Starter(
      RunStore store,
      EngineOptions options,
      Resumer resumer,
      RunExecutor executor,
      RerunPlanner reruns,
      Workspaces workspaces,
      Computing computing,
      RunInputs inputs) {
    this.store = store;
    this.options = options;
    this.resumer = resumer;
    this.executor = executor;
    this.reruns = reruns;
    this.workspaces = workspaces;
    this.computing = computing;
    this.inputs = inputs;
    this.deadCount = options.recovery().atOpen();
  }

  /** The current time, in the precision of the store. */
  private Instant now() {
    return options.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** The run already started under the key; empty without a key. */
  Optional<RunId> launched(@Nullable LaunchKey key) {
    return key == null
        ? Optional.empty()
        : store.launched(key, now()).map(launch -> sameRun(key, launch));
  }

  private static RunId sameRun(LaunchKey key, KeyedLaunch before) {
    if (!before.asked().equals(key.asked())) {
      throw new LaunchKeyException(key.text(), before.run());
    }
    return before.run();
  }

  /**
   * Computes the inputs of a request, then starts it.
   *
   * @param planning compiles the request with all its inputs, or rejects it
   * @param key null to start it in any case
   */
  Launched start(RunRequest asked, Function<RunRequest, Plan> planning, @Nullable LaunchKey key) {
    return start(asked, planning, key, List.of());
  }

  /**
   * The same for a run of the engine itself.
   *
   * @param own directories of the engine that its leaves see, too; a resumed run has none
   */
  Launched start(
      RunRequest asked,
      Function<RunRequest, Plan> planning,
      @Nullable LaunchKey key,
      List<DirectoryGrant> own) {
    return withNewId(id -> start(asked, planning, key, own, id));
  }

  /** The id of a run that is stored later. */
  RunId idInAdvance() {
    return ids.inAdvance(now());
  }

  private RunId newId() {
    return ids.next(now());
  }

  /** Launches with an id; another one if another engine had the same within the same second. */
  private Launched withNewId(Function<RunId, Launched> launch) {
    for (int tries = 1; ; tries++) {
      RunId id = newId();
      try {
        return launch.apply(id);
      } catch (NewRun.IdTaken e) {
        workspaces.remove(id);
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /** The same for a run that has its id already. */
  Launched start(
      RunRequest asked,
      Function<RunRequest, Plan> planning,
      @Nullable LaunchKey key,
      List<DirectoryGrant> own,
      RunId id) {
    Optional<RunId> before = launched(key);
    if (before.isPresent()) {
      return new Launched.Before(before.get());
    }
    if (!own.isEmpty() || !mayLeave(asked)) {
      return start(new Asked(asked, planning, key, own, id, null));
    }
    // Where there is one node only, it has to run what it cannot start at once.
    String node = store.nodes().isShared() ? node(asked.recipe()) : "";
    if (!resumer.claims().room().enter(node)) {
      LaunchTerms.Offer offer = new LaunchTerms.Offer(node.isEmpty() ? null : node);
      return start(new Asked(asked, planning, key, own, id, offer));
    }
    try {
      return start(new Asked(asked, planning, key, own, id, null));
    } finally {
      resumer.claims().room().entered();
    }
  }

  /**
   * Directories of this host may not be on others, unless the recipe says which nodes it is for.
   */
  private static boolean mayLeave(RunRequest asked) {
    boolean tied = !asked.directories().isEmpty() || !asked.recipe().wantedDirectories().isEmpty();
    return asked.anywhere() && (!tied || !node(asked.recipe()).isEmpty());
  }

  /** The label that a recipe requires of a node; empty for none. */
  private static String node(Recipe recipe) {
    LaunchRule rule = recipe.launch();
    String node = rule == null ? null : rule.node();
    return node == null ? "" : node;
  }

  /**
   * A launch.
   *
   * @param offer null if this engine starts it
   */
  private record Asked(
      RunRequest request,
      Function<RunRequest, Plan> planning,
      @Nullable LaunchKey key,
      List<DirectoryGrant> own,
      RunId id,
      LaunchTerms.@Nullable Offer offer) {}

  private Launched start(Asked launch) {
    RunRequest asked = launch.request();
    RunId id = launch.id();
    Instant now = now();
    LaunchTurn turn = turn(asked.recipe().launch(), asked.priority(), now);
    if (turn != null
        && !turn.rule().isUnlimited()
        && !(asked.recipe().computed().isEmpty() && asked.files().isEmpty())) {
      store.checkQueue(asked.recipe().title(), turn, deadCount);
    }
    Computing.Done computed = computing.compute(asked, id, newId(), now);
    RunRequest request = computed.request();
    Plan plan = launch.planning().apply(request);
    List<RunFile> files = taken(id, request.files());
    NewRun run =
        new NewRun(
                id,
                request.principal().name(),
                request.values(),
                request.recipe().portable(),
                request.stdin(),
                request.directories().stream().map(DirectoryGrant::text).toList(),
                now)
            .withLabels(request.labels())
            .withCache(request.cache())
            .withComputed(computed.how())
            .withFiles(files);
    List<NotifyRule> rules = request.recipe().notifications();
    LaunchTerms.Offer offer = launch.offer();
    if (offer == null) {
      LaunchTerms terms = new LaunchTerms(launch.key(), turn, rules, null);
      return here(launch, request, storing(run, plan, terms, request, () -> putAgain(run)));
    }
    LaunchTurn place = turn == null ? unlimited(asked.priority(), now) : turn;
    LaunchTerms terms = new LaunchTerms(launch.key(), place, rules, offer);
    Runnable filesAgain =
        () -> {
          List<RunFile> unused = taken(id, request.files());
          workspaces.remove(id);
        };
    return offered(storing(run, plan, terms, request, filesAgain));
  }

  private static Storing storing(
      NewRun run, Plan plan, LaunchTerms terms, RunRequest request, Runnable filesAgain) {
    QueuedRun.Host host =
        new QueuedRun.Host(request.principal(), request.listener(), request.hostStreams());
    return new Storing(run, plan, terms, host, filesAgain);
  }

  /** Stores a run, and starts it here if its recipe allows that now. */
  private Launched here(Asked launch, RunRequest request, Storing storing) {
    NewRun run = storing.run();
    List<DirectoryGrant> others = new ArrayList<>(launch.own());
    others.addAll(request.directories());
    Launch.Setting setting =
        new Launch.Setting(
            request.principal(),
            inputs.withInputs(workspaces.create(run.id(), others), run.id(), run.files()),
            options.limits(),
            request.cache(),
            request.hostStreams());
    Launch first =
        new Launch(
            run.id(),
            storing.plan(),
            run.stdin(),
            setting,
            run.startedAt(),
            request.listener(),
            Reuse.NONE,
            "");
    return stored(storing, () -> first);
  }

  private static LaunchTurn unlimited(@Nullable Integer priority, Instant now) {
    int place = priority == null ? 0 : priority;
    return new LaunchTurn(LaunchRule.unlimited(place), place, now);
  }

  /** Stores a run for any engine; the one that starts it makes its directories. */
  private Launched offered(Storing storing) {
    RunId id = storing.run().id();
    if (!storing.run().files().isEmpty()) {
      workspaces.remove(id);
    }
    CompletableFuture<LiveRun> started = resumer.claims().expect(id, storing.host());
    boolean waits = false;
    try {
      RunStore.Created created = created(storing);
      waits = created.before() == null;
      return created.before() == null
          ? new Launched.Now(resumer.handle(id, started))
          : before(storing, created.before());
    } finally {
      if (!waits) {
        resumer.claims().forget(id);
      }
      resumer.claims().announced();
    }
  }

  /** Copies and stores the files of a launch; leaves nothing behind if that fails. */
  private List<RunFile> taken(RunId id, List<GivenFile> files) {
    try {
      return inputs.take(id, files);
    } catch (RuntimeException e) {
      workspaces.remove(id);
      throw e;
    }
  }

  /**
   * What is stored at a launch.
   *
   * @param filesAgain stores the bytes of its files again
   */
  private record Storing(
      NewRun run, Plan plan, LaunchTerms terms, QueuedRun.Host host, Runnable filesAgain) {}

  private static @Nullable LaunchTurn turn(
      @Nullable LaunchRule rule, @Nullable Integer priority, Instant now) {
    return rule == null
        ? null
        : new LaunchTurn(rule, priority == null ? rule.priority() : priority, now);
  }

  private Launched stored(Storing storing, Supplier<Launch> launch) {
    RunStore.Created created = created(storing);
    if (created.before() != null) {
      return before(storing, created.before());
    }
    StoredTurn turn = created.queued();
    if (turn == null) {
      return new Launched.Now(new RunHandle(executor.start(launch.get())));
    }
    QueuedRun queued = new QueuedRun(turn, storing.host());
    resumer.queue().add(queued);
    return new Launched.Now(resumer.handle(queued));
  }

  private Launched before(Storing storing, KeyedLaunch earlier) {
    NewRun run = storing.run();
    workspaces.remove(run.id());
    inputs.forget(run.files());
    LaunchKey key = Objects.requireNonNull(storing.terms().key());
    return new Launched.Before(sameRun(key, earlier));
  }

  /** Stores a run; forgets its files if that fails. */
  private RunStore.Created created(Storing storing) {
    NewRun run = storing.run();
    try {
      return createdAtLast(storing);
    } catch (RuntimeException e) {
      if (!run.files().isEmpty() || e instanceof QueueFullException) {
        if (storing.terms().offer() == null) {
          workspaces.remove(run.id());
        }
        inputs.forget(run.files());
      }
      throw e;
    }
  }

  /** Stores a run. The bytes of its files may be deleted with another run in between. */
  private RunStore.Created createdAtLast(Storing storing) {
    for (int tries = 1; ; tries++) {
      try {
        return store.create(storing.run(), storing.plan(), storing.terms(), deadCount);
      } catch (RunFiles.MissingBytes e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
        storing.filesAgain().run();
      }
    }
  }

  private void putAgain(NewRun run) {
    run.files().forEach(file -> inputs.put(run.id(), file));
  }

  /**
   * Starts a rerun.
   *
   * @param key null to start it in any case
   * @throws RerunRefusedException if it is impossible or loses results without force; nothing
   *     starts
   */
  Launched rerun(RerunRequest request, @Nullable LaunchKey key) {
    Optional<RunId> started = launched(key);
    if (started.isPresent()) {
      return new Launched.Before(started.get());
    }
    RerunPlan again = reruns.plan(request);
    boolean keeps = again.reuse().size() > 0;
    reruns.check(request, again, keeps && !workspaces.exists(request.of()));
    return withNewId(id -> rerun(request, key, again, id));
  }

  private Launched rerun(RerunRequest request, @Nullable LaunchKey key, RerunPlan again, RunId id) {
    boolean keeps = again.reuse().size() > 0;
    Recipe recipe = request.recipe();
    NewRun before = again.launch();
    Instant now = now();
    NewRun run =
        new NewRun(
                id,
                before.principal(),
                before.values(),
                before.recipeSource(),
                before.stdin(),
                before.directories(),
                now)
            .withAgain(new NewRun.Again(request.of(), request.scope()))
            .withLabels(before.labels())
            .withCache(before.cache())
            .withFiles(inputs.of(request.of()));
    LaunchTurn turn =
        recipe == null
            ? store
                .turns()
                .find(request.of())
                .map(earlier -> earlier.turn().again(now))
                .orElse(null)
            : turn(recipe.launch(), null, now);
    inputs.restored(run.id(), run.files());
    if (keeps && workspaces.exists(request.of())) {
      workspaces.copy(request.of(), run.id());
    }
    List<NotifyRule> rules =
        recipe == null ? store.outbox().rules(request.of()) : recipe.notifications();
    QueuedRun.Host host =
        new QueuedRun.Host(
            new Principal(run.principal(), false), request.listener(), HostStreams.NONE);
    return stored(
        new Storing(
            run, again.plan(), new LaunchTerms(key, turn, rules, null), host, () -> putAgain(run)),
        () -> resumer.launch(run, again.plan(), request.listener()));
  }
}
