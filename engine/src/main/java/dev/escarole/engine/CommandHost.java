package dev.escarole.engine;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactCheck;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.shell.Shell;
import dev.escarole.engine.shell.ShellOptions;
import dev.escarole.engine.wasm.ProgramCheck;
import dev.escarole.engine.wasm.WasmRunner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

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

  private final OwnCommands own;
  private final WasmRunner runner;
  private final ExecBroker broker;

  private CommandHost(OwnCommands own, InstantSource clock) {
    this.own = own;
    this.runner = new WasmRunner(own.artifacts());
    this.broker = broker(own.registry(), runner, clock);
  }

  /**
   * Opens the commands of a data directory, which need not exist.
   *
   * @param warnings is told what is damaged there and left out, one sentence each; any thread may
   *     call it
   */
  public static CommandHost open(Path data, Consumer<String> warnings) {
    return open(data, warnings, InstantSource.system());
  }

  static CommandHost open(Path data, Consumer<String> warnings, InstantSource clock) {
    return new CommandHost(OwnCommands.open(data, warnings), clock);
  }

  /** What every name means. */
  public CommandRegistry registry() {
    return own.registry();
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
    var problem = ProgramCheck.problem(program);
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

  /** Hashes every artifact again, those of built-in commands included. */
  public List<ArtifactCheck> verify() {
    return own.verify();
  }

  /** Begins a session of command lines on behalf of the local operator, over these commands. */
  public Shell shell(ShellOptions options) {
    return new Shell(broker, Principal.localOperator(), options);
  }

  /** Calls a command on behalf of the local operator, on this thread. */
  public InvocationResult execute(Invocation invocation) {
    return broker.execute(Principal.localOperator(), invocation);
  }

  /** Calls a program that no name means, under the name of the invocation, in the same way. */
  public InvocationResult execute(byte[] program, Invocation invocation) {
    Command command =
        new Command(invocation.commandName(), ArtifactId.of(program), Command.Origin.REGISTERED);
    ArtifactStore store = id -> program.clone();
    try (WasmRunner alone = new WasmRunner(store)) {
      return broker(new CommandRegistry(List.of(command)), alone, InstantSource.system())
          .execute(Principal.localOperator(), invocation);
    }
  }

  private static ExecBroker broker(
      CommandRegistry registry, WasmRunner runner, InstantSource clock) {
    AuditLog audit = new MemoryAuditLog(AUDIT_ENTRIES);
    return new ExecBroker(registry, runner, principal -> Policy.localOperator(), audit, clock);
  }

  /** Cancels what still runs and lets go of the threads. */
  @Override
  public void close() {
    runner.close();
  }
}
