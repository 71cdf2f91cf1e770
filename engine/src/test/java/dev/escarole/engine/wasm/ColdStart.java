package dev.escarole.engine.wasm;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;

/** Runs {@code echo hi} once in a fresh JVM; time the JVM from outside. Run it by hand. */
final class ColdStart {

  private ColdStart() {}

  public static void main(String[] arguments) {
    BuiltInCommands builtIns = BuiltInCommands.load();
    var echo = new CommandRegistry(builtIns.all()).find("echo").orElseThrow();
    try (WasmRunner runner = new WasmRunner(builtIns)) {
      var result = runner.run(echo, Invocation.of("echo").arguments("hi").build());
      System.out.print(result.outcome() + " " + result.stdout().utf8());
    }
  }
}
