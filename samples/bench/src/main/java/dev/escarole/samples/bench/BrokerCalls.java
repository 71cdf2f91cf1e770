package dev.escarole.samples.bench;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasm.WasmRunner;
import java.time.InstantSource;

/** Calls a command through the broker, with no run, plan or record around it. */
final class BrokerCalls implements Rounds.InThisProcess {

  private static final int CALLS = 10_000;
  private final Invocation invocation;
  private final WasmRunner runner;
  private final ExecBroker broker;

  BrokerCalls(Invocation invocation) {
    this.invocation = invocation;
    BuiltInCommands builtIns = BuiltInCommands.load();
    this.runner = new WasmRunner(builtIns);
    this.broker =
        new ExecBroker(
            new CommandRegistry(builtIns.all()),
            runner,
            principal -> Policy.localOperator(),
            entry -> {},
            InstantSource.system(),
            ReservedPlaces.NONE);
  }

  @Override
  public String task() {
    return "bare broker call, one thread";
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
      InvocationResult result = broker.execute(Principal.localOperator(), invocation);
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
