package dev.escarole.engine;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.CachingRunner;
import dev.escarole.engine.broker.CommandNames;
import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.broker.CommandRunner.NestedCalls;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.broker.PolicyReader;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactCheck;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.ResultCache;
import dev.escarole.engine.shell.Shell;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.wasm.ProgramCheck;
import dev.escarole.engine.wasm.RunnerOptions;
import dev.escarole.engine.wasm.WasmRunner;
import dev.escarole.engine.wasm.WasmRunner.RunnerLoad;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a data directory without its runs: what names mean, changing that, and calling
 * one command by itself. It opens no database, so it works beside an engine that uses the
 * directory, in this process or another, and either sees at once what the other adds or removes.
 *
 * <p>Thread-safe.
 */
public final class CommandHost implements AutoCloseable {

  /** Calls that are remembered for the audit; older ones are forgotten. */
  private static final int AUDIT_ENTRIES = 10_000;

  /** The policy file in a data directory. */
  public static final String POLICY = "policy.yaml";

  private final OwnCommands own;
  private final WasmRunner runner;
  private final ExecBroker broker;

  private final Rules rules;

  /** What every broker of this host has in common. */
  record Rules(
      Function<Principal, Policy> policies,
      AuditLog audit,
      InstantSource clock,
      ReservedPlaces reserved,
      @Nullable ResultCache results) {

    /** Rules without a cache. */
    Rules(
        Function<Principal, Policy> policies,
        AuditLog audit,
        InstantSource clock,
        ReservedPlaces reserved) {
      this(policies, audit, clock, reserved, null);
    }

    /** The rules for a program that was brought as a file: its hash counts and not its name. */
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
          named,
          clock,
          reserved,
          results);
    }

    /** One program can be many commands, by the name that it sees as its own. */
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

    ExecBroker broker(CommandRegistry registry, CommandRunner runner) {
      CommandRunner front = results == null ? runner : new CachingRunner(runner, results);
      return new ExecBroker(registry, front, policies, audit, clock, reserved);
    }

    RunnerOptions runner() {
      return HostSettings.runner().withReserved(reserved);
    }
  }

  private CommandHost(OwnCommands own, Rules rules) {
    this.own = own;
    this.rules = rules;
    this.runner = new WasmRunner(own.artifacts(), rules.runner());
    this.broker = rules.broker(own.registry(), runner);
  }

  /**
   * Opens the commands of a data directory, which need not exist.
   *
   * @param warnings is told what is damaged there and left out, one sentence each; any thread may
   *     call it
   */
  public static CommandHost open(Path data, Consumer<String> warnings) {
    AuditLog audit = new MemoryAuditLog(AUDIT_ENTRIES);
    InstantSource clock = InstantSource.system();
    return openUnder(
        new Rules(principal -> Policy.localOperator(), audit, clock, reserved(data, null)),
        data,
        warnings);
  }

  /**
   * Opens the commands of a data directory under a policy; what is called is written down in a file
   * there, if the directory exists, for the next engine to take into the audit.
   *
   * @param policyFile what principals may do; null for the file {@code policy.yaml} in the data
   *     directory, which need not exist
   * @throws dev.escarole.engine.broker.PolicyException if the policy file cannot be used
   */
  public static CommandHost open(Path data, Consumer<String> warnings, @Nullable Path policyFile) {
    InstantSource clock = InstantSource.system();
    Function<Principal, Policy> policies =
        policies(data, policyFile, Limits.defaults(), warnings, clock);
    return openUnder(
        new Rules(policies, CallFile.in(data, warnings), clock, reserved(data, policyFile)),
        data,
        warnings);
  }

  private static ReservedPlaces reserved(Path data, @Nullable Path policyFile) {
    return UserDirectories.ofThisProcess()
        .reserved(data, policyFile == null ? Map.of() : Map.of(policyFile, "the policy file"));
  }

  static CommandHost openUnder(Rules rules, Path data, Consumer<String> warnings) {
    DataDirectory.check(data, warnings);
    return new CommandHost(OwnCommands.open(data, warnings), rules);
  }

  /** The policy of a data directory, or that of a file that somebody named. */
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
   * Checks directories that calls are to be given on behalf of a principal, ahead of any call.
   *
   * @throws DirectoryRefusedException for the first that no command may reach
   */
  public void checkDirectories(Principal principal, List<DirectoryGrant> directories) {
    DirectoryRefusedException.check(broker, principal, directories);
  }

  /** What every name means. */
  public CommandRegistry registry() {
    return own.registry();
  }

  /** What the host's runner holds now. */
  RunnerLoad load() {
    return runner.load();
  }

  ExecBroker broker() {
    return broker;
  }

  /**
   * Keeps a program and makes a name mean it from the next call on, in place of what the name meant
   * before. Calls under way end as they began.
   *
   * @throws CommandRefusedException if the name is not valid or reserved, if the bytes are no
   *     program that can run here, or if there are too many commands
   * @throws java.io.UncheckedIOException if the files cannot be written
   */
  public Command add(String name, byte[] program, ArgumentMode mode)
      throws CommandRefusedException {
    if (program.length > OwnCommands.MOST_BYTES) {
      throw notAProgram(name, "has more than " + OwnCommands.MOST_BYTES + " bytes");
    }
    var problem = ProgramCheck.problem(program, HostSettings.runner());
    if (problem.isPresent()) {
      throw notAProgram(name, "cannot run: " + problem.get());
    }
    return own.add(name, program, mode);
  }

  /**
   * Does the same with the program in a file, which is copied.
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
   * Makes a name that was added mean nothing any more. Its artifact stays.
   *
   * @return whether it meant something
   * @throws CommandRefusedException if the name belongs to a built-in command
   */
  public boolean remove(String name) throws CommandRefusedException {
    return own.remove(name);
  }

  /**
   * Does nothing for principals that may add and remove commands.
   *
   * @throws CommandRefusedException if the policy does not give the principal the capability {@code
   *     commands}
   */
  public void requireChanging(Principal principal) throws CommandRefusedException {
    if (!policy(principal).capabilities().commands()) {
      throw new CommandRefusedException(
          CommandRefusedException.Reason.DENIED,
          "'" + principal.name() + "' has not the capability commands");
    }
  }

  /**
   * Says whether the program of a command runs other commands, so that only principals with the
   * capability {@code exec} can use it. One that is missing or damaged runs nothing.
   */
  public boolean callsCommands(Command command) {
    return program(command).map(ProgramFacts::callsCommands).orElse(false);
  }

  /**
   * What the program of a command is like, read anew and checked against its hash; empty if it is
   * missing or damaged.
   */
  public Optional<ProgramFacts> program(Command command) {
    try {
      byte[] program = own.artifacts().verified(command.artifact());
      return Optional.of(new ProgramFacts(program.length, ProgramCheck.callsCommands(program)));
    } catch (ArtifactIntegrityException e) {
      return Optional.empty();
    }
  }

  /** Hashes every artifact again, those of built-in commands included. */
  public List<ArtifactCheck> verify() {
    return own.verify();
  }

  /** Begins a session of command lines on behalf of the local operator, over these commands. */
  public Shell shell(ShellOptions options) {
    return shell(Principal.localOperator(), options);
  }

  /** Begins one on behalf of a principal. */
  Shell shell(Principal principal, ShellOptions options) {
    return new Shell(broker, principal, options);
  }

  /** What the principal may do at this moment. */
  public Policy policy(Principal principal) {
    return broker.policy(principal);
  }

  /** Calls a command on behalf of the local operator, on this thread. */
  public InvocationResult execute(Invocation invocation) {
    return execute(Principal.localOperator(), invocation);
  }

  /** Calls a command on behalf of a principal, on this thread. */
  public InvocationResult execute(Principal principal, Invocation invocation) {
    return broker.execute(principal, invocation);
  }

  /** Calls a program that no name means on behalf of the local operator. */
  public InvocationResult execute(byte[] program, Invocation invocation) {
    return execute(Principal.localOperator(), program, invocation);
  }

  /**
   * Calls a program that no name means. The program sees the name of the invocation as its own;
   * that name grants nothing, and stands in no audit: the principal's policy must grant the program
   * by its hash, or every command, or that name where it is registered for the same program. Names
   * that the program asks for itself mean what they mean for everybody else.
   */
  public InvocationResult execute(Principal principal, byte[] program, Invocation invocation) {
    Command command =
        new Command(invocation.commandName(), ArtifactId.of(program), Command.Origin.REGISTERED);
    ArtifactStore store = id -> program.clone();
    try (WasmRunner alone = new WasmRunner(store, rules.runner())) {
      return rules
          .forProgram(command, registry())
          .broker(new CommandRegistry(List.of(command)), new Nameless(principal, alone))
          .execute(principal, invocation);
    }
  }

  /** Runs the one program that no name means, and has the host's broker run what it asks for. */
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
    public InvocationResult run(Command command, Invocation invocation, NestedCalls calls) {
      return alone.run(command, invocation, nested -> broker.execute(principal, nested));
    }

    @Override
    public void close() {
      alone.close();
    }
  }

  /** Cancels what still runs and lets go of the threads. */
  @Override
  public void close() {
    runner.close();
  }
}
