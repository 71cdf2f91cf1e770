package dev.escarole.samples.bench;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasm.WasmRunner;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Calls a command on one thread, with no run, plan or record around it. */
final class Calls extends Contender {

  private static final int CALLS = 10_000;
  private static final long FUEL = 1L << 50;

  private final WasmRunner runner;
  private final Supplier<InvocationResult> call;

  private Calls(
      String task, String name, int calls, WasmRunner runner, Supplier<InvocationResult> call) {
    super(task, name, calls);
    this.runner = runner;
    this.call = call;
  }

  static Calls throughBroker(Invocation invocation) {
    BuiltInCommands builtIns = BuiltInCommands.load();
    WasmRunner runner = new WasmRunner(builtIns);
    ExecBroker broker =
        new ExecBroker(
            new CommandRegistry(builtIns.all()),
            runner,
            principal -> Policy.localOperator(),
            entry -> {},
            InstantSource.system(),
            ReservedPlaces.NONE);
    return new Calls(
        "bare broker call, one thread",
        invocation.commandName(),
        CALLS,
        runner,
        () -> broker.execute(Principal.localOperator(), invocation));
  }

  /** Without a broker: what is left is the instance, its memory and the guest. */
  static Calls ofRunner(Invocation invocation) {
    return ofRunner("bare runner call, one thread", invocation, CALLS);
  }

  /** The same as a task of its own, with so many calls in a round. */
  static Calls ofRunner(String task, Invocation invocation, int calls) {
    BuiltInCommands builtIns = BuiltInCommands.load();
    WasmRunner runner = new WasmRunner(builtIns);
    String name = invocation.commandName();
    Command command = new CommandRegistry(builtIns.all()).find(name).orElseThrow();
    return new Calls(task, name, calls, runner, () -> runner.run(command, invocation));
  }

  /** The same with a program that is not built in. */
  static Calls ofProgram(String task, byte[] program, Invocation invocation, int calls) {
    WasmRunner runner = new WasmRunner(id -> program.clone());
    String name = invocation.commandName();
    Command command = new Command(name, ArtifactId.of(program), Command.Origin.REGISTERED);
    return new Calls(task, name, calls, runner, () -> runner.run(command, invocation));
  }

  /** A computation as a WebAssembly guest, with all limits but wider ones. */
  static Calls ofGuest(Computation computation) throws IOException {
    byte[] program = Processes.resource("guest.wasm");
    WasmRunner runner = new WasmRunner(id -> program.clone());
    Command command = new Command("guest", ArtifactId.of(program), Command.Origin.REGISTERED);
    Invocation invocation =
        Invocation.of("guest")
            .arguments(List.of(computation.program(), String.valueOf(computation.size())))
            .limits(Limits.defaults().withFuel(FUEL).withWallClock(Duration.ofMinutes(10)))
            .build();
    return new Calls(
        computation.task(),
        "Escarole, with fuel",
        1,
        runner,
        () -> runner.run(command, invocation));
  }

  InvocationResult once() {
    InvocationResult result = call.get();
    if (!result.outcome().isSuccess()) {
      throw new IllegalStateException(title() + ": " + result.outcome());
    }
    return result;
  }

  @Override
  void round() {
    for (int i = 0; i < units(); i++) {
      once();
    }
  }

  @Override
  public void close() {
    runner.close();
  }
}
