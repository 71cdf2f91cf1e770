package dev.escarole.samples.bench;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.wasm.WasmRunner;

/** Calls a command without a broker: what is left is the instance, its memory and the guest. */
final class RunnerCalls implements Rounds.InThisProcess {

  private static final int CALLS = 10_000;

  private final Invocation invocation;
  private final WasmRunner runner;
  private final Command command;

  RunnerCalls(Invocation invocation) {
    this.invocation = invocation;
    BuiltInCommands builtIns = BuiltInCommands.load();
    this.runner = new WasmRunner(builtIns);
    this.command = new CommandRegistry(builtIns.all()).find(invocation.commandName()).orElseThrow();
  }

  @Override
  public String task() {
    return "bare runner call, one thread";
  }

  @Override
  public String name() {
    return invocation.commandName();
  }

  @Override
  public int units() {
    return CALLS;
  }

  @Override
  public void warmUp(int rounds) {
    for (int i = 0; i < rounds; i++) {
      round();
    }
  }

  @Override
  public void round() {
    for (int i = 0; i < CALLS; i++) {
      InvocationResult result = runner.run(command, invocation);
      if (!result.outcome().isSuccess()) {
        throw new IllegalStateException(name() + ": " + result.outcome());
      }
    }
  }

  @Override
  public void close() {
    runner.close();
  }
}
