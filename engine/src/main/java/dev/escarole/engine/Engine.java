package dev.escarole.engine;

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
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.shell.Shell;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.handle.RecipeHandles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs recipes: the front door of the library.
 *
 * <pre>{@code
 * try (Engine engine = Engine.open(EngineOptions.inMemory())) {
 *   Recipe recipe = new RecipeReader().read(Path.of("census.yaml"));
 *   RunResult result = engine.run(RunRequest.of(recipe).value("top", "10").build());
 *   System.out.println(result.stdout().text());
 * }
 * }</pre>
 *
 * <p>Thread-safe; several engines may live in one JVM as long as each has a data directory of its
 * own. After {@link #close} none of its threads is left.
 */
public final class Engine implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final EngineOptions options;
  private final Chores chores;
  private final PlanCompiler compiler;
  private final PolicyBook policies;
  private final CommandHost commands;
  private final RunStore store;
  private final Workspaces workspaces;
  private final RunExecutor executor;
  private final Reruns reruns;
  private final Resumer resumer;
  private final RunRemover remover;
  private final Starter starter;
  private final KeyedStart keyed;

  private Engine(
      EngineOptions options,
      Chores.Pauses pauses,
      PolicyBook policies,
      RunStore store,
      Workspaces workspaces) {
    this.options = options;
    this.policies = policies;
    this.compiler = new PlanCompiler(options.planLimits(), options.clock());
    AuditLog audit = entry -> store.audit().record(CallFile.stored(entry));
    this.commands =
        CommandHost.openUnder(
            new CommandHost.Rules(
                policies, audit, options.clock(), workspaces.reserved(options), store.results()),
            workspaces.root(),
            LOG::warn);
    this.store = store;
    this.workspaces = workspaces;
    this.executor =
        new RunExecutor(
            commands.broker(),
            store.journal(),
            options.workers(),
            HostSettings.mostWaiting(),
            options.clock());
    this.reruns = new Reruns(store, compiler);
    this.resumer = new Resumer(store, reruns, executor, workspaces, options);
    this.remover = new RunRemover(store, workspaces, options.clock());
    Computing computing =
        new Computing(
            compiler, executor, workspaces, options, refusals(), HostSettings.computeTime());
    this.starter = new Starter(options.clock(), resumer, executor, reruns, workspaces, computing);
    this.keyed = new KeyedStart(store, workspaces);
    this.chores = new Chores(store, resumer, remover, pauses);
  }

  /**
   * Opens an engine and its database. Runs that an engine left unfinished there go on, unless the
   * options say otherwise. Runs that the options do not keep are deleted.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database cannot be opened, for
   *     instance because another process uses it
   * @throws dev.escarole.engine.broker.PolicyException if the policy file cannot be used
   */
  public static Engine open(EngineOptions options) {
    return open(options, Chores.Pauses.REAL);
  }

  /** Opens with other pauses than those that are good for an operator. */
  static Engine open(EngineOptions options, Chores.Pauses pauses) {
    Workspaces workspaces = Workspaces.open(options.storage().data());
    PolicyBook policies = workspaces.openPolicies(options);
    RunStore store = workspaces.openStore(options.storage());
    CallFile.takeIn(workspaces.root(), store.audit(), LOG::warn);
    Engine engine = new Engine(options, pauses, policies, store, workspaces);
    try {
      engine.chores.begin(options);
      return engine;
    } catch (RuntimeException | Error e) {
      engine.suspend();
      throw e;
    }
  }

  /**
   * The runs that went on in this engine after another one had gone away: when this one was opened
   * or, with a database that several engines share, later.
   */
  public List<RunHandle> resumed() {
    return chores.resumed();
  }

  /** The runs that are not over and that no engine carries out, in the order of their start. */
  public List<RunId> interrupted() {
    return resumer.interrupted();
  }

  /**
   * Lets a run go on that is not over and that no engine carries out. What is on record of it is
   * kept; leaves whose end is not on record run again.
   *
   * @param listener hears every event from now on, as in {@link RunRequest}
   * @throws IllegalArgumentException if the run is over or under way, or does not exist
   * @throws CannotResumeException if its record does not allow it; the run was ended as failed
   */
  public RunHandle resume(RunId id, Consumer<RunEvent> listener) {
    return resumer
        .resume(id, listener)
        .map(RunHandle::new)
        .orElseThrow(() -> new IllegalArgumentException("run " + id + " is not interrupted"));
  }

  /**
   * Checks directories that runs are to be given on behalf of a principal, ahead of any run.
   *
   * @throws DirectoryRefusedException for the first that no command may reach
   */
  public void checkDirectories(Principal principal, List<DirectoryGrant> directories) {
    commands.checkDirectories(principal, directories);
  }

  /**
   * Compiles a request without running anything.
   *
   * @throws RecipeException with every problem of the recipe for these values, a computed input
   *     without a value among them, or else with every unknown command that it would run, unless
   *     the options let its step fail
   * @throws DirectoryRefusedException if it asks for a directory that no command may reach
   */
  public Plan plan(RunRequest request) {
    return checked(request, compiler.compile(request.recipe(), request.values()));
  }

  private Plan checked(RunRequest request, Plan plan) {
    checkDirectories(request.principal(), request.directories());
    refusals().plan(plan, request.recipe());
    return plan;
  }

  private Refusals refusals() {
    return new Refusals(commands(), options.unknownCommands());
  }

  /** What is doubtful about a plan though it may run: the recipe's warnings, unknown commands. */
  public List<Problem> warnings(RunRequest request, Plan plan) {
    List<Problem> warnings = new ArrayList<>(request.recipe().launchWarnings());
    warnings.addAll(RecipeHandles.of(request.recipe()).warnings());
    warnings.addAll(UnknownCommands.warnings(plan, request.recipe(), commands()));
    warnings.addAll(request.recipe().failureAdvice());
    return warnings;
  }

  /** The unknown commands of a recipe, as far as they show without values. */
  public List<Problem> unknownCommands(Recipe recipe) {
    return UnknownCommands.written(recipe, commands(), options.unknownCommands());
  }

  /**
   * Stores a run and starts it; returns as soon as run, plan and steps are in the database. Inputs
   * that the recipe computes and the request does not give are computed first, on behalf of the
   * request's principal; that takes at most the time of the setting {@code compute-time}.
   *
   * @throws RecipeException with every problem of the recipe for these values, or why an input
   *     cannot be computed; nothing starts
   * @throws DirectoryRefusedException if it asks for a directory that no command may reach
   */
  public RunHandle start(RunRequest request) {
    return starter.start(request, this::plan, store::create);
  }

  /**
   * Does the same with the plan that was made of this very request before, by {@link #plan} or by a
   * {@link PlanCompiler} with this engine's limits.
   *
   * @throws RecipeException with every unknown command, as {@link #plan} does; nothing starts
   */
  public RunHandle start(RunRequest request, Plan plan) {
    return starter.start(request, same -> checked(same, plan), store::create);
  }

  /**
   * Does the same once for each key, so that who does not know whether a launch was heard can
   * repeat it. The key is stored with the run and outlives this process.
   *
   * @throws RecipeException with every problem of the recipe for these values; nothing starts
   * @throws LaunchKeyException if something else was launched under the key; nothing starts
   */
  public Launched launch(RunRequest request, LaunchKey key) {
    return keyed.once(key, starter.now(), storing -> starter.start(request, this::plan, storing));
  }

  /**
   * The run that was launched under a key within the last day, if it is still there.
   *
   * @throws LaunchKeyException if something else was launched under the key
   */
  public Optional<RunId> launched(LaunchKey key) {
    return keyed.before(key, starter.now());
  }

  /**
   * Says what running a run again would do, without doing it.
   *
   * @throws RecipeException if the request has a recipe that does not compile
   * @throws RerunRefusedException if there is no such run, or no such step in its plan
   */
  public RerunPlan planRerun(RerunRequest request) {
    return reruns.plan(request.of(), request.scope(), request.recipe());
  }

  /**
   * Runs a run again as a new run that is linked to it. The new run begins with a copy of the
   * earlier one's workspace, if it takes anything over.
   *
   * @throws RecipeException if the request has a recipe that does not compile
   * @throws RerunRefusedException if the earlier run is not over or does not exist, or if results
   *     would be lost and the request does not say that they may be; nothing starts
   */
  public RunHandle rerun(RerunRequest request) {
    return starter.rerun(request, store::create);
  }

  /**
   * Does the same once for each key, as {@link #launch} does.
   *
   * @throws LaunchKeyException if something else was launched under the key; nothing starts
   */
  public Launched rerun(RerunRequest request, LaunchKey key) {
    return keyed.once(key, starter.now(), storing -> starter.rerun(request, storing));
  }

  /**
   * Runs a request to its end.
   *
   * @throws RecipeException with every problem of the recipe for these values; nothing starts
   * @throws InterruptedException if this thread is interrupted; the run is cancelled
   */
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
   * Adds a command of one's own, or makes its name mean another program from the next call on. It
   * stays in the data directory, if the engine has one.
   *
   * @throws CommandRefusedException if the name is not valid or reserved, if the bytes are no
   *     program that can run here, or if there are too many commands
   */
  public Command addCommand(String name, byte[] program, ArgumentMode mode)
      throws CommandRefusedException {
    return commands.add(name, program, mode);
  }

  /**
   * Does the same with the program in a file, which is copied.
   *
   * @throws IOException if the file cannot be read
   */
  public Command addCommand(String name, Path program, ArgumentMode mode)
      throws CommandRefusedException, IOException {
    return commands.add(name, program, mode);
  }

  /**
   * Removes a command of one's own; calls under way go on.
   *
   * @return whether there was one
   * @throws CommandRefusedException if the name belongs to a built-in command
   */
  public boolean removeCommand(String name) throws CommandRefusedException {
    return commands.remove(name);
  }

  /** The calls that the query asks for, newest first: every call of a command, refused or run. */
  public List<StoredAudit> audit(AuditQuery query) {
    return store.audit().list(query);
  }

  /**
   * Begins a session of command lines on behalf of a principal, whose policy decides each call; no
   * run is stored.
   */
  public Shell shell(Principal principal, ShellOptions options) {
    return commands.shell(principal, options);
  }

  /**
   * Calls one command on behalf of a principal, on this thread. The policy decides, the call is
   * audited, no run is stored.
   */
  public InvocationResult call(Principal principal, Invocation invocation) {
    return commands.execute(principal, invocation);
  }

  /** What the program of a command is like; empty if it is missing or damaged. */
  public Optional<ProgramFacts> program(Command command) {
    return commands.program(command);
  }

  /** What a principal may do at this moment. */
  public Policy policy(Principal principal) {
    return commands.policy(principal);
  }

  /**
   * Charges a principal's quota of calls in a second for something that it asks for besides a
   * command.
   *
   * @return false if the quota of this second is used up; asking in vain costs nothing
   */
  public boolean admits(Principal principal) {
    return commands.broker().admits(principal);
  }

  /** What holds for everything that this engine runs. */
  public EngineRules rules() {
    return new EngineRules(options.limits(), policies.state());
  }

  /**
   * The runs that these limits let go, newest first; nothing is deleted. Runs that are not over
   * stay, and so does one that a run that is not over runs again.
   */
  public List<KeptRun> prunable(Retention limits) {
    return remover.prunable(limits);
  }

  /** Bytes of files in the workspaces of these runs. */
  public long workspaceBytes(List<KeptRun> runs) {
    return remover.workspaceBytes(runs);
  }

  /**
   * Deletes the runs that these limits let go, with their workspaces and all that no other run
   * needs, in batches, so that other runs go on meanwhile.
   */
  public RemovedRuns prune(Retention limits) {
    return remover.prune(limits);
  }

  /** Deletes those of the runs that may go, in the same way. */
  public RemovedRuns delete(Set<RunId> runs) {
    return remover.delete(runs);
  }

  /** The runs under way in this engine: started, run again or resumed here, and not over. */
  public List<RunHandle> running() {
    return executor.live().stream().map(RunHandle::new).toList();
  }

  /** A run, if it is under way in this engine. */
  public Optional<RunHandle> handle(RunId id) {
    return executor.live(id).map(RunHandle::new);
  }

  /**
   * Hears every event of every run of this engine from now on, in order within each run. It is
   * called on the run's own threads, so it must return at once: a slow listener slows the run. One
   * that throws is told of in the log, and the run goes on. When it hears that a run has ended, the
   * end is in the database; other events may not be there yet.
   */
  public Subscription listen(Consumer<RunEvent> listener) {
    return executor.listen(listener)::run;
  }

  /** What this engine is doing at this moment; asks no database. */
  public EngineLoad load() {
    return new EngineLoad(executor.load(), commands.load(), store.journal().health());
  }

  /**
   * What is stored.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public EngineStorage storage() {
    return new EngineStorage(store.reports().database(), store.results().stats());
  }

  /** What a command may use, where neither policy nor recipe allows less. */
  public Limits limits() {
    return options.limits();
  }

  /**
   * What a step of a run has handed on, byte for byte, the text of a join included: it is worked
   * out again from the record of the run, which takes about as long as resuming the run would.
   *
   * @param path place of the step in the plan, such as {@code 0.2}
   * @return empty if the step has not ended, or there is no such step
   * @throws IllegalArgumentException if there is no such run, or its outputs are together larger
   *     than {@value HandedOn#MOST_BYTES} bytes
   * @throws dev.escarole.engine.run.BrokenHistoryException if the record contradicts the plan
   */
  public Optional<Content> handedOn(RunId id, String path) {
    return new HandedOn(store).by(id, path);
  }

  /** The runs of this engine, finished ones included. */
  public RunStore store() {
    return store;
  }

  /** The directory that a run sees as {@code /workspace}. */
  public Path workspace(RunId id) {
    return workspaces.directory(id);
  }

  /** Begins no command any more and waits for those under way, so that {@link #suspend} stops none. */
  public void drain() throws InterruptedException {
    executor.drain();
  }

  /**
   * Lets go of threads, files and database without ending what still runs: commands under way are
   * stopped, and their runs go on when the next engine is opened here. Their handles complete with
   * a {@link dev.escarole.engine.executor.RunSuspendedException}.
   */
  public void suspend() {
    chores.end();
    executor.suspend();
    close();
  }

  /** Cancels what still runs, waits for it, and lets go of threads, files and database. */
  @Override
  public void close() {
    chores.end();
    executor.close();
    commands.close();
    store.close();
    workspaces.close();
  }
}
