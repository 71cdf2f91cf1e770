package dev.escarole.samples.bench;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.wasm.WasmRunner;
import java.io.IOException;
import java.time.Duration;

/** Runs a computation as a WebAssembly guest, with all limits but wider ones. */
final class GuestRuns implements Rounds.InThisProcess {

  private static final long FUEL = 1L << 50;

  private final Computation computation;
  private final WasmRunner runner;
  private final Command command;
  private final Invocation invocation;

  GuestRuns(Computation computation) throws IOException {
    this.computation = computation;
    byte[] program = Resources.bytes("guest.wasm");
    this.runner = new WasmRunner(id -> program.clone());
    this.command = new Command("guest", ArtifactId.of(program), Command.Origin.REGISTERED);
    Limits wide = Limits.defaults().withFuel(FUEL).withWallClock(Duration.ofMinutes(10));
    this.invocation =
        Invocation.of("guest")
            .arguments(computation.program(), String.valueOf(computation.size()))
            .limits(wide)
            .build();
  }

  @Override
  public String task() {
    return computation.task();
  }

  @Override
  public String name() {
    return "Escarole, with fuel";
  }

  @Override
  public int units() {
    return 1;
  }

  @Override
  public void warmUp(int rounds) {
    for (int i = 0; i < rounds; i++) {
      round();
    }
  }

  @Override
  public void round() {
    run();
  }

  /** Runs it once and returns what it printed. */
  String run() {
    InvocationResult result = runner.run(command, invocation);
    if (!result.outcome().isSuccess()) {
      throw new IllegalStateException(task() + ": " + result.outcome());
    }
    return result.stdout().utf8();
  }

  @Override
  public void close() {
    runner.close();
  }
}
