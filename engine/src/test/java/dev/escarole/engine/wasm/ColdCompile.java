package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Command.Origin;
import dev.escarole.engine.command.Invocation;
import java.nio.file.Path;

/** Runs a program that is not built in, with a directory for compiled ones; fails if it does. */
final class ColdCompile {

  private ColdCompile() {}

  public static void main(String[] arguments) {
    byte[] probe = Guests.bytes("probe.wasm");
    RunnerOptions options =
        RunnerSetups.with(new CompiledFiles(Path.of(arguments[0]), 1 << 30, System.out::println));
    try (WasmRunner runner = new WasmRunner(id -> probe.clone(), options)) {
      Command command = new Command("probe", ArtifactId.of(probe), Origin.REGISTERED);
      Invocation invocation = Invocation.of("probe").arguments("upper").stdin("hi").build();
      String answer = runner.run(command, invocation).stdout().utf8();
      if (!answer.equals("HI")) {
        throw new IllegalStateException("it answered '" + answer + "'");
      }
    }
  }
}
