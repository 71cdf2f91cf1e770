package dev.escarole.engine;

import dev.escarole.engine.UnknownCommands.UnknownCommandCheck;
import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Needs;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.files.FileKeeper;
import dev.escarole.engine.files.FileReading;
import dev.escarole.engine.files.RunInputs;
import dev.escarole.engine.launch.LaunchKeyException;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.run.CheckReturnValue;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.shard.Sharding;
import dev.escarole.engine.shell.Shell;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.audit.Trail;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * Runs recipes: the entry point of the library.
 *
 * <pre>{@code
 * import dev.escarole.engine.Engine;
 * import dev.escarole.engine.EngineOptions;
 * import dev.escarole.engine.RunRequest;
 * import dev.escarole.engine.run.RunResult;
 * import dev.escarole.recipe.Recipe;
 * import dev.escarole.recipe.RecipeReader;
 * import java.nio.file.Path;
 *
 * try (Engine engine = Engine.open(EngineOptions.inMemory())) {
 *   Recipe recipe = new RecipeReader().read(Path.of("census.yaml"));
 *   RunResult result = engine.run(RunRequest.of(recipe).value("top", "10").build());
 *   System.out.println(result.orThrow().stdout().text());
 * }
 * }</pre>
 *
 * <p>Thread-safe. A JVM can have several engines, each with its own data directory.
 */
public final class Engine implements AutoCloseable {

  private static final Logger LOG = LogBinding.logger(Engine.class);

  private final EngineOptions options;
  private final Maintenance maintenance;
  private final RequestPlans plans;
  private final PolicyBook policies;
  private final CommandHost commands;
  private final RunStore store;
  private final Workspaces workspaces;
  private final RunExecutor executor;
  private final RerunPlanner reruns;
  private final Resumer resumer;
  private final Starter starter;
  private final TransactionalLaunches transactions;
  private final CommandBuilding building;
  private final CatalogFetching catalog;
  private final UnknownCommandCheck check;

  private Engine(
      EngineOptions options,
      Maintenance.Intervals pauses,
      PolicyBook policies,
      RunStore store,
      Workspaces workspaces) {
    this.options = options;
    this.policies = policies;
    PlanCompiler compiler = new PlanCompiler(options.planLimits(), options.clock());
    AuditLog audit = entry -> store.audit().record(CallFile.stored(entry));
    this.commands =
        CommandHost.openUnder(
            new CommandHost.Rules(
                policies, audit, options.clock(), workspaces.reserved(options), store.results()),
            workspaces.root(),
            LOG::warn);
    this.catalog = new CatalogFetching(commands, this::building, options.clock());
    this.check = new UnknownCommandCheck(commands(), options.unknownCommands(), catalog);
    this.plans = new RequestPlans(compiler, commands, check);
    this.store = store;
    this.workspaces = workspaces;
    RunInputs inputs = new RunInputs(store, workspaces, HostSettings.HERE.fileLimits());
    Sharding sharding =
        Sharding.open(
            store,
            commands.broker(),
            options.execution(),
            new FileKeeper(store, workspaces, HostSettings.HERE.fileLimits()));
    this.executor = sharding.executor();
    this.reruns = new RerunPlanner(store.records(), compiler, commands::checkDirectories);
    this.resumer = new Resumer(store, reruns, executor, workspaces, inputs, options);
    DeclaredDirectories declared = new DeclaredDirectories(commands::policy);
    Computing computing = new Computing(compiler, executor, workspaces, options, check, declared);
    this.starter =
        new Starter(store, options, resumer, executor, reruns, workspaces, computing, inputs);
    this.transactions =
        new TransactionalLaunches(store, starter, options, plans::plan, plans::ready);
    this.building =
        new CommandBuilding(
            commands,
            workspaces.root(),
            options.clock(),
            (asked, own) -> started(starter.start(asked, plans::ready, null, own)));
    this.maintenance =
        new Maintenance(
            store,
            resumer,
            sharding,
            workspaces,
            executor::lookForDecisions,
            transactions::carryOutByItself,
            options.clock(),
            pauses);
  }

  /**
   * Opens an engine and its database. Interrupted runs are resumed and old runs deleted, as the
   * options say.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database cannot be opened, for
   *     instance because another process uses it
   * @throws dev.escarole.engine.broker.PolicyException if the policy file cannot be used
   */
  public static Engine open(EngineOptions options) {
    return open(options, Maintenance.Intervals.REAL);
  }

  static Engine open(EngineOptions options, Maintenance.Intervals pauses) {
    Workspaces workspaces = Workspaces.open(options.storage().data());
    PolicyBook policies = workspaces.openPolicies(options);
    RunStore store = workspaces.openStore(options.storage());
    CallFile.takeIn(workspaces.root(), store.audit(), LOG::warn);
    Engine engine = new Engine(options, pauses, policies, store, workspaces);
    try {
      engine.maintenance.begin(options);
      return engine;
    } catch (RuntimeException | Error e) {
      engine.suspend();
      throw e;
    }
  }

  /** The runs of ended engines that this one resumed, when it was opened or later. */
  public List<RunHandle> resumed() {
    return maintenance.resumed();
  }

  /** The unfinished runs that no engine executes, in order of their start. */
  public List<RunId> interrupted() {
    return resumer.interrupted();
  }

  /**
   * Resumes an interrupted run. Recorded results are kept; leaves without a recorded end run again.
   *
   * @throws IllegalArgumentException if the run is over, running, or does not exist
   * @throws CannotResumeException if it cannot be resumed; it was ended as failed
   */
  public RunHandle resume(RunId id, Consumer<RunEvent> listener) {
    return resumer
        .resume(id, listener)
        .orElseThrow(() -> new IllegalArgumentException("run " + id + " is not interrupted"));
  }

  /** Refuses directories that are reserved, before they are granted to runs of a principal. */
  public void checkDirectories(Principal principal, List<DirectoryGrant> directories) {
    commands.checkDirectories(principal, directories);
  }

  /**
   * Compiles a request without running anything.
   *
   * @throws RecipeException with every problem of the recipe for these values, including computed
   *     inputs without a value, or else with every unknown command, unless the options let its step
   *     fail
   * @throws DirectoryRefusedException if it requests a reserved directory
   */
  public Plan plan(RunRequest request) {
    return plans.plan(request);
  }

  /** The warnings about a plan: those of its recipe, and unknown commands. */
  public List<Problem> warnings(RunRequest request, Plan plan) {
    return check.warnings(plan, request.recipe(), request.principal());
  }

  /** The unknown commands of a recipe, as far as they are known without values. */
  public List<Problem> unknownCommands(Recipe recipe) {
    return check.written(recipe, Principal.localOperator());
  }

  /**
   * Stores and starts a run; returns as soon as run, plan and steps are in the database. Missing
   * computed inputs are computed first, for the request's principal and within the setting {@code
   * compute-time}.
   *
   * @throws RecipeException with every problem of the recipe for these values, or of a computed
   *     input; nothing starts
   * @throws DirectoryRefusedException if it requests a reserved directory
   */
  public RunHandle start(RunRequest request) {
    return started(starter.start(request, plans::ready, null));
  }

  private static RunHandle started(Launched launched) {
    return ((Launched.Now) launched).run();
  }

  /** Starts a run with the plan that was compiled for this request. */
  public RunHandle start(RunRequest request, Plan plan) {
    return started(starter.start(request, same -> plans.fetched(same, plan), null));
  }

  /**
   * Starts a run once for each key, so that a launch with an unknown result can be retried.
   *
   * @throws LaunchKeyException if something else was launched under the key; nothing starts
   */
  public Launched launch(RunRequest request, LaunchKey key) {
    return starter.start(request, plans::ready, key);
  }

  /** Launches that belong to transactions of the application. */
  public TransactionalLaunches transactions() {
    return transactions;
  }

  /** The run launched under a key within the last day, if any; refuses keys of other launches. */
  public Optional<RunId> launched(LaunchKey key) {
    return starter.launched(key);
  }

  /**
   * Returns what a rerun would do, without starting it.
   *
   * @throws RecipeException if the request has a recipe that does not compile
   * @throws RerunRefusedException if there is no such run, or no such step in its plan
   * @throws DirectoryRefusedException if it requests a reserved directory
   */
  public RerunPlan planRerun(RerunRequest request) {
    return reruns.plan(request);
  }

  /**
   * Reruns a run as a new run that is linked to it. The new run starts with a copy of the earlier
   * workspace, if it reuses any results.
   *
   * @throws RecipeException if the request has a recipe that does not compile
   * @throws RerunRefusedException if the earlier run is not over or does not exist, or if results
   *     would be lost without force; nothing starts
   * @throws DirectoryRefusedException if it requests a reserved directory; nothing starts
   */
  public RunHandle rerun(RerunRequest request) {
    return started(starter.rerun(request, null));
  }

  /** Reruns a run once for each key, like {@link #launch}. */
  public Launched rerun(RerunRequest request, LaunchKey key) {
    return starter.rerun(request, key);
  }

  /**
   * Runs a request to its end. A run that fails throws nothing: its status says so, and {@link
   * RunResult#orThrow} throws.
   *
   * @throws RecipeException with every problem of the recipe for these values; nothing starts
   * @throws InterruptedException if this thread is interrupted; the run is cancelled
   */
  @CheckReturnValue
  public RunResult run(RunRequest request) throws InterruptedException {
    RunHandle handle = start(request);
    try {
      return handle.await();
    } catch (InterruptedException e) {
      handle.cancel();
      throw e;
    }
  }

  /** The commands that recipes can name. */
  public CommandRegistry commands() {
    return commands.registry();
  }

  /**
   * Adds or replaces a user command. It is kept in the data directory, if the engine has one.
   *
   * @throws CommandRefusedException if the name is invalid or reserved, the program cannot run
   *     here, or there are too many commands
   */
  public Command addCommand(String name, byte[] program, ArgumentMode mode)
      throws CommandRefusedException {
    return commands.add(name, program, mode);
  }

  /** Builds commands from source, and freezes commands. */
  public CommandBuilding building() {
    return building;
  }

  /** Adds programs of the catalogue. */
  public CatalogFetching catalog() {
    return catalog;
  }

  /** Removes a user command, if there is one; running calls continue. */
  public boolean removeCommand(String name) throws CommandRefusedException {
    return commands.remove(name);
  }

  /** The audit: who did what, and what it came to. */
  public Trail audit() {
    return store.trail();
  }

  /** Opens a shell session for a principal; no run is stored. */
  public Shell shell(Principal principal, ShellOptions options) {
    return commands.shell(principal, options);
  }

  /** Calls one command for a principal, on this thread. The call is audited; no run is stored. */
  public InvocationResult call(Principal principal, Invocation invocation) {
    return commands.execute(principal, invocation);
  }

  /** What a command needs beyond the default limits, for callers that set limits of their own. */
  public Needs needs(String command) {
    return commands.needs(command);
  }

  /** Facts about a command's program; empty if it is missing or damaged. */
  public Optional<ProgramFacts> program(Command command) {
    return commands.program(command);
  }

  /** A principal's current policy. */
  public Policy policy(Principal principal) {
    return commands.policy(principal);
  }

  /** Charges a principal's quota of calls per second; false, for free, if it is exhausted. */
  public boolean admits(Principal principal) {
    return commands.broker().admits(principal);
  }

  /** The state of the policy file. */
  public PolicyBook.State policyFile() {
    return policies.state();
  }

  /** The queued runs that were launched here: in the order of their launches, then for a node. */
  public List<RunHandle> queued() {
    return resumer.queued();
  }

  /** The runs that this engine executes. */
  public List<RunHandle> running() {
    return executor.live().stream().map(RunHandle::new).toList();
  }

  /** A run, if this engine executes it, has it queued, or has launched it for any engine. */
  public Optional<RunHandle> handle(RunId id) {
    return resumer.handle(id);
  }

  /**
   * Subscribes to all events of all runs, in order within each run. The listener is called on the
   * run's threads and must return quickly; its exceptions are logged. Only the end of a run is
   * surely in the database when it is reported.
   */
  public Subscription listen(Consumer<RunEvent> listener) {
    return executor.listen(listener)::run;
  }

  /** The current load, without a database query. */
  public EngineLoad load() {
    var journal = store.journal();
    return new EngineLoad(
        executor.load(), resumer.queue().load(), commands.load(), journal.health(), journal.work());
  }

  /** What the engine keeps, and what it deletes. */
  public EngineKeeping housekeeping() {
    return new EngineKeeping(
        store, workspaces, maintenance, options.storage().retention(), resumer.claims());
  }

  /** The limits for plans. */
  public PlanLimits planLimits() {
    return options.planLimits();
  }

  /** The limits of a command, which policies and recipes can narrow. */
  public Limits limits() {
    return options.limits();
  }

  /**
   * The output that a step passed on, including the text of a join; recomputed from the run's
   * records in about the time of resuming it.
   *
   * @return empty if the step has not ended, or there is no such step
   * @throws IllegalArgumentException if there is no such run, or its outputs are together larger
   *     than 128 MiB
   * @throws dev.escarole.engine.run.BrokenHistoryException if the records contradict the plan
   */
  public Optional<Content> handedOn(RunId id, String path) {
    return resumer.handedOn(id, path);
  }

  /** The steps that wait for people and programs, and what is decided about them. */
  public Decisions decisions() {
    return new Decisions(store.awaits(), executor::decided, options.clock());
  }

  /** All that is stored about runs, to read. */
  public RunRecords records() {
    return store.records();
  }

  /** Waits until the database has every event up to now; fails if it does not answer. */
  public void flush() {
    store.journal().flush();
  }

  RunStore store() {
    return store;
  }

  /** Reads the files that runs were given, those that they kept, and their workspaces. */
  public FileReading files() {
    return new FileReading(store, workspaces);
  }

  /** The directory mounted as {@code /workspace} in a run. */
  public Path workspace(RunId id) {
    return workspaces.directory(id);
  }

  /** Begins no command any more and waits for the running ones, before {@link #suspend}. */
  public void drain() throws InterruptedException {
    resumer.queue().stop();
    resumer.claims().stop();
    executor.drain();
  }

  /**
   * Closes the engine and leaves its runs to the next one: running commands are stopped, handles
   * complete with {@link dev.escarole.engine.executor.RunSuspendedException}.
   */
  public void suspend() {
    maintenance.end();
    resumer.suspend();
    executor.suspend();
    close();
  }

  /** Cancels all runs, waits for them, and closes the engine. */
  @Override
  public void close() {
    maintenance.end();
    resumer.close();
    executor.close();
    maintenance.close();
    catalog.close();
    commands.close();
    store.close();
    workspaces.close();
  }
}
