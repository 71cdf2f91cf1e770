package dev.escarole.engine;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.CachingRunner;
import dev.escarole.engine.broker.CommandNames;
import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.broker.CommandRunner.GuestCalls;
import dev.escarole.engine.broker.CommandRunner.NestedCalls;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.HttpGate;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.broker.PolicyReader;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactCheck;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Equipment;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.FrozenCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Needs;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.ResultCache;
import dev.escarole.engine.http.HttpCapability;
import dev.escarole.engine.http.HttpCapability.Surroundings;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.shell.Shell;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.wasm.ComponentModules;
import dev.escarole.engine.wasm.PrebuiltPrograms;
import dev.escarole.engine.wasm.ProgramCheck;
import dev.escarole.engine.wasm.RunnerOptions;
import dev.escarole.engine.wasm.WasmRunner;
import dev.escarole.engine.wasm.WasmRunner.RunnerLoad;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a data directory without its runs: lists, changes and calls them. Opens no
 * database, so it works next to an engine on the same directory, in this process or another; both
 * see each other's changes at once.
 *
 * <p>Thread-safe.
 */
public final class CommandHost implements AutoCloseable {

  static {
    LogBinding.settle();
  }

  /** The policy file in a data directory. */
  public static final String POLICY = "policy.yaml";

  private final OwnCommands own;
  private final WasmRunner runner;
  private final HttpCapability http;
  private final ExecBroker broker;
  private final CatalogCommands catalog;

  private final Rules rules;

  record Rules(
      Function<Principal, Policy> policies,
      Supplier<ProgramCode> programs,
      AuditLog audit,
      InstantSource clock,
      ReservedPlaces reserved,
      @Nullable ResultCache results) {

    /** The rules of a policy file. */
    Rules(
        PolicyBook book,
        AuditLog audit,
        InstantSource clock,
        ReservedPlaces reserved,
        @Nullable ResultCache results) {
      this(book, book::programs, audit, clock, reserved, results);
    }

    /** The rules for a program from a file, which is identified by its hash and not by its name. */
    Rules forProgram(Command program, CommandRegistry registry) {
      String name = "sha256:" + program.artifact();
      AuditLog named =
          entry ->
              audit.record(
                  new AuditLog.Entry(
                      entry.call(),
                      name,
                      entry.artifact(),
                      entry.at(),
                      entry.outcome(),
                      entry.cost()));
      return new Rules(
          principal -> onlyIfGranted(policies.apply(principal), program, registry),
          programs,
          named,
          clock,
          reserved,
          results);
    }

    /** One program can implement several commands, selected by name. */
    private static Policy onlyIfGranted(Policy policy, Command program, CommandRegistry registry) {
      boolean granted =
          policy.grants(program.artifact())
              || registry
                  .find(program.name())
                  .filter(registered -> registered.artifact().equals(program.artifact()))
                  .filter(registered -> policy.grants(registered.name()))
                  .isPresent();
      return policy.withCommands(new CommandNames(granted ? Set.of("*") : Set.of()));
    }

    ExecBroker broker(
        CommandRegistry registry, CommandRunner runner, Equipment equipment, HttpGate gate) {
      CommandRunner front = results == null ? runner : new CachingRunner(runner, results);
      return new ExecBroker(registry, front, policies, audit, clock, reserved, equipment, gate);
    }

    RunnerOptions runner() {
      RunnerOptions usual = HostSettings.runner();
      return usual
          .withReserved(reserved)
          .withCode(() -> usual.code().get().stricter(programs.get()));
    }
  }

  private CommandHost(OwnCommands own, Rules rules, CatalogCommands catalog, Path data) {
    this.own = own;
    this.rules = rules;
    this.catalog = catalog;
    this.runner = new WasmRunner(own.artifacts(), rules.runner());
    Surroundings machine = Surroundings.real(rules.clock());
    this.http = new HttpCapability(machine, rules.audit(), data);
    this.broker = rules.broker(own.registry(), runner, catalog, http);
  }

  /**
   * Opens the commands of a data directory, which may be missing.
   *
   * @param warnings receives a sentence for each damaged entry, which is skipped; called from any
   *     thread
   */
  public static CommandHost open(Path data, Consumer<String> warnings) {
    AuditLog audit = entry -> {};
    InstantSource clock = InstantSource.system();
    return openUnder(
        new Rules(
            principal -> Policy.localOperator(),
            RunnerOptions.always(ProgramCode.COMPILED),
            audit,
            clock,
            reserved(data, null),
            null),
        data,
        warnings);
  }

  /**
   * Opens the commands of a data directory under a policy. If the directory exists, calls are
   * logged there for the audit of the next engine.
   *
   * @param policyFile the policy file; null for {@code policy.yaml} in the data directory, which
   *     may be missing
   * @throws dev.escarole.engine.broker.PolicyException if the policy file cannot be used
   */
  public static CommandHost open(Path data, Consumer<String> warnings, @Nullable Path policyFile) {
    InstantSource clock = InstantSource.system();
    PolicyBook policies = policies(data, policyFile, Limits.defaults(), warnings, clock);
    return openUnder(
        new Rules(policies, CallFile.in(data, warnings), clock, reserved(data, policyFile), null),
        data,
        warnings);
  }

  private static ReservedPlaces reserved(Path data, @Nullable Path policyFile) {
    return UserDirectories.ofThisProcess()
        .reserved(data, policyFile == null ? Map.of() : Map.of(policyFile, "the policy file"));
  }

  /**
   * Returns how this process runs programs that are not built in, unless a policy says that they
   * are interpreted: compiled or interpreted.
   */
  public static String programs() {
    return HostSettings.runner().code().get().word();
  }

  /**
   * Gets the built-in programs of a plan ready, in the time in which a new process waits for
   * something else. Calling a command does so otherwise.
   */
  public static void prepare(Plan plan) {
    Set<String> names = new HashSet<>();
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf && !leaf.isSkipped()) {
        names.add(leaf.argv().get(0));
      }
    }
    PrebuiltPrograms.prepare(names);
  }

  static CommandHost openUnder(Rules rules, Path data, Consumer<String> warnings) {
    DataDirectory.check(data, warnings);
    CatalogCommands catalog = new CatalogCommands(data, warnings);
    return new CommandHost(OwnCommands.open(data, warnings, catalog), rules, catalog, data);
  }

  static PolicyBook policies(
      Path data,
      @Nullable Path named,
      Limits base,
      Consumer<String> warnings,
      InstantSource clock) {
    PolicyReader reader = new PolicyReader(base);
    return named == null
        ? PolicyBook.openIfPresent(data.resolve(POLICY), reader, warnings, clock)
        : PolicyBook.open(named, reader, warnings, clock);
  }

  /**
   * Checks directories before they are granted to calls of a principal.
   *
   * @throws DirectoryRefusedException for the first directory that is reserved
   */
  public void checkDirectories(Principal principal, List<DirectoryGrant> directories) {
    DirectoryRefusedException.check(broker, principal, directories);
  }

  /** The registered commands. */
  public CommandRegistry registry() {
    return own.registry();
  }

  RunnerLoad load() {
    return runner.load();
  }

  ExecBroker broker() {
    return broker;
  }

  /**
   * Stores a program and registers it under a name, replacing the previous one from the next call
   * on. Running calls are not affected.
   *
   * @throws CommandRefusedException if the name is invalid or reserved, the program cannot run
   *     here, or there are too many commands
   * @throws java.io.UncheckedIOException if the files cannot be written
   */
  public Command add(String name, byte[] program, ArgumentMode mode)
      throws CommandRefusedException {
    return addAll(List.of(new Addition(name, program, mode))).get(0);
  }

  /**
   * Registers several programs, all or none. A component that holds a program for WASI preview 1 is
   * replaced by that program.
   *
   * @throws CommandRefusedException as {@link #add}
   * @throws java.io.UncheckedIOException if the files cannot be written
   */
  public List<Command> addAll(List<Addition> additions) throws CommandRefusedException {
    List<Addition> checked = new ArrayList<>();
    Set<ArtifactId> runnable = new HashSet<>();
    for (Addition each : additions) {
      registry().mustBeNew(each.name());
      byte[] program = unwrapped(each.name(), each.program());
      if (runnable.add(ArtifactId.of(program))) {
        var problem = ProgramCheck.problem(program, HostSettings.runner());
        if (problem.isPresent()) {
          throw notAProgram(each.name(), "cannot run: " + problem.get());
        }
      }
      checked.add(
          new Addition(each.name(), program, each.mode(), each.lineage(), each.provenance()));
    }
    return own.addAll(checked);
  }

  private static byte[] unwrapped(String name, byte[] program) throws CommandRefusedException {
    if (program.length > OwnCommands.MOST_BYTES) {
      throw notAProgram(name, "has more than " + OwnCommands.MOST_BYTES + " bytes");
    }
    if (!ComponentModules.isComponent(program)) {
      return program;
    }
    ComponentModules.Unwrapped inner = ComponentModules.unwrap(program);
    return inner.program().orElseThrow(() -> notAProgram(name, inner.problem()));
  }

  /** Stores a file that comes with a program. */
  void keep(byte[] file) throws CommandRefusedException {
    own.keep(file);
  }

  /** The catalogue of programs that can be added by name. */
  public CatalogCommands catalog() {
    return catalog;
  }

  /** What a command needs beyond the default limits, for callers that set limits of their own. */
  public Needs needs(String command) {
    return broker.needs(command);
  }

  ArtifactStore artifacts() {
    return own.artifacts();
  }

  byte[] bytes(Command command) throws ArtifactIntegrityException {
    return own.artifacts().verified(command.artifact());
  }

  /**
   * Freezes the program of a command and registers the result, as a call of the principal: policy,
   * quota, limits and audit are those of a call.
   *
   * @throws CommandRefusedException if the new name is invalid or reserved, the policy refuses the
   *     call, or the program cannot be frozen
   * @throws InterruptedException if the thread is interrupted
   */
  public FrozenCommand freeze(Principal principal, FreezeCommand request)
      throws CommandRefusedException, InterruptedException {
    return new CommandFreezing(own, rules, catalog).freeze(principal, request);
  }

  /** The same without registering it: returns the frozen program, and ignores its name. */
  byte[] frozen(Principal principal, FreezeCommand request)
      throws CommandRefusedException, InterruptedException {
    return new CommandFreezing(own, rules, catalog).program(principal, request);
  }

  /**
   * Registers the program in a file, which is copied.
   *
   * @throws IOException if the file cannot be read
   */
  public Command add(String name, Path file, ArgumentMode mode)
      throws CommandRefusedException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return add(name, in.readNBytes(OwnCommands.MOST_BYTES + 1), mode);
    }
  }

  private static CommandRefusedException notAProgram(String name, String why) {
    return new CommandRefusedException(
        CommandRefusedException.Reason.NOT_A_PROGRAM, "the program for '" + name + "' " + why);
  }

  /**
   * Unregisters a name. Its artifact stays.
   *
   * @return whether it was registered
   * @throws CommandRefusedException if the name belongs to a built-in command
   */
  public boolean remove(String name) throws CommandRefusedException {
    return own.remove(name);
  }

  /**
   * Checks that a principal may add and remove commands.
   *
   * @throws CommandRefusedException if the policy does not give the principal the capability {@code
   *     commands}
   */
  public void requireChanging(Principal principal) throws CommandRefusedException {
    if (!policy(principal).capabilities().commands()) {
      throw new CommandRefusedException(
          CommandRefusedException.Reason.DENIED,
          "'" + principal.name() + "' does not have the capability commands");
    }
  }

  /**
   * Facts about a command's program, read again and checked against its hash; empty if it is
   * missing or damaged.
   */
  public Optional<ProgramFacts> program(Command command) {
    try {
      byte[] program = own.artifacts().verified(command.artifact());
      return Optional.of(ProgramFacts.of(command.artifact(), program));
    } catch (ArtifactIntegrityException e) {
      return Optional.empty();
    }
  }

  /** Verifies the hash of every artifact, including built-in commands. */
  public List<ArtifactCheck> verify() {
    return own.verify();
  }

  /** Opens a shell session for the local operator. */
  public Shell shell(ShellOptions options) {
    return shell(Principal.localOperator(), options);
  }

  Shell shell(Principal principal, ShellOptions options) {
    return new Shell(broker, principal, options);
  }

  /** The principal's current policy. */
  public Policy policy(Principal principal) {
    return broker.policy(principal);
  }

  /** Calls a command for a principal, on this thread. */
  public InvocationResult execute(Principal principal, Invocation invocation) {
    return broker.execute(principal, invocation);
  }

  /**
   * Calls an unregistered program, which sees the name of the invocation as its own. The name
   * grants nothing and is not audited: the principal's policy must grant the program's hash, every
   * command, or the name if it is registered for the same program. Commands that the program calls
   * are looked up as usual.
   */
  public InvocationResult execute(Principal principal, byte[] program, Invocation invocation) {
    Command command =
        new Command(invocation.commandName(), ArtifactId.of(program), Command.Origin.REGISTERED);
    ArtifactStore store = id -> program.clone();
    try (WasmRunner alone = new WasmRunner(store, rules.runner())) {
      return rules
          .forProgram(command, registry())
          .broker(
              new CommandRegistry(List.of(command)), new Nameless(principal, alone), catalog, http)
          .execute(principal, invocation);
    }
  }

  /** Runs an unregistered program, and its nested calls through the host's broker. */
  private final class Nameless implements CommandRunner {
    private final Principal principal;
    private final WasmRunner alone;

    Nameless(Principal principal, WasmRunner alone) {
      this.principal = principal;
      this.alone = alone;
    }

    @Override
    public InvocationResult run(Command command, Invocation invocation) {
      return alone.run(command, invocation);
    }

    @Override
    public InvocationResult run(Command command, Invocation invocation, GuestCalls calls) {
      NestedCalls nested =
          calls.commands() == null ? null : each -> broker.execute(principal, each);
      return alone.run(command, invocation, new GuestCalls(nested, calls.http()));
    }

    @Override
    public void close() {
      alone.close();
    }
  }

  /** Cancels running calls and releases the threads. */
  @Override
  public void close() {
    runner.close();
    http.close();
  }
}
