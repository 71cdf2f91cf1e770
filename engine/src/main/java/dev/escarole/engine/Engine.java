package dev.escarole.engine;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.RunExecutor;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.AuditQuery;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAudit;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
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
  private final PlanCompiler compiler;
  private final CommandHost commands;
  private final RunStore store;
  private final Workspaces workspaces;
  private final RunExecutor executor;
  private final RandomGenerator random = new SecureRandom();

  private Engine(
      EngineOptions options, PolicyBook policies, RunStore store, Workspaces workspaces) {
    this.options = options;
    this.compiler = new PlanCompiler(options.planLimits());
    AuditLog audit = entry -> store.audit().record(CallFile.stored(entry));
    this.commands =
        CommandHost.openUnder(
            new CommandHost.Rules(policies, audit, options.clock(), store.results()),
            workspaces.root(),
            LOG::warn);
    this.store = store;
    this.workspaces = workspaces;
    this.executor =
        new RunExecutor(commands.broker(), store.journal(), options.workers(), options.clock());
  }

  /**
   * Opens an engine and its database.
   *
   * @throws dev.escarole.engine.store.StoreException if the database cannot be opened, for instance
   *     because another process uses it
   * @throws dev.escarole.engine.broker.PolicyException if the policy file cannot be used
   */
  public static Engine open(EngineOptions options) {
    Workspaces workspaces = Workspaces.open(options.data());
    PolicyBook policies = policies(options, workspaces);
    RunStore store = workspaces.openStore();
    CallFile.takeIn(workspaces.root(), store.audit(), LOG::warn);
    return new Engine(options, policies, store, workspaces);
  }

  private static PolicyBook policies(EngineOptions options, Workspaces workspaces) {
    try {
      return CommandHost.policies(
          workspaces.root(), options.policyFile(), options.limits(), LOG::warn, options.clock());
    } catch (PolicyException e) {
      workspaces.close();
      throw e;
    }
  }

  /**
   * Compiles a request without running anything.
   *
   * @throws RecipeException with every problem of the recipe for these values
   */
  public Plan plan(RunRequest request) {
    return compiler.compile(request.recipe(), request.values());
  }

  /** What is doubtful about a plan though it may run: the recipe's warnings, unknown commands. */
  public List<Problem> warnings(RunRequest request, Plan plan) {
    List<Problem> warnings = new ArrayList<>(request.recipe().warnings());
    warnings.addAll(UnknownCommands.in(plan, request.recipe(), commands()));
    return warnings;
  }

  /**
   * Stores a run and starts it; returns as soon as run, plan and steps are in the database.
   *
   * @throws RecipeException with every problem of the recipe for these values; nothing starts
   */
  public RunHandle start(RunRequest request) {
    Plan plan = plan(request);
    Instant now = options.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    RunId id = RunId.create(now, random);
    List<DirectoryGrant> directories = new ArrayList<>();
    directories.add(workspaces.create(id));
    directories.addAll(request.directories());
    store.create(newRun(request, id, now), plan);
    Launch.Setting setting =
        new Launch.Setting(request.principal(), directories, options.limits(), request.cache());
    return new RunHandle(
        executor.start(new Launch(id, plan, request.stdin(), setting, now, request.listener())));
  }

  private static NewRun newRun(RunRequest request, RunId id, Instant now) {
    return new NewRun(
        id,
        request.principal().name(),
        request.values(),
        request.recipe().source(),
        request.stdin(),
        request.directories().stream().map(DirectoryGrant::toString).toList(),
        now);
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

  /** What a principal may do at this moment. */
  public Policy policy(Principal principal) {
    return commands.policy(principal);
  }

  /** The runs of this engine, finished ones included. */
  public RunStore store() {
    return store;
  }

  /** The directory that a run sees as {@code /workspace}. */
  public Path workspace(RunId id) {
    return workspaces.directory(id);
  }

  /** Cancels what still runs, waits for it, and lets go of threads, files and database. */
  @Override
  public void close() {
    executor.close();
    commands.close();
    store.close();
    workspaces.close();
  }
}
