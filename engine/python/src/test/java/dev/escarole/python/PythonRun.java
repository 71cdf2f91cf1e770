package dev.escarole.python;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.wasm.WasmRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One call of Python. */
final class PythonRun {

  /** As the engine's workers have. */
  private static final long STACK_BYTES = 8L << 20;

  private static final BuiltInCommands BUILT_INS = BuiltInCommands.load();
  private static final WasmRunner RUNNER = new WasmRunner(BUILT_INS);

  private final List<String> arguments;
  private final List<DirectoryGrant> directories = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private Limits limits = Limits.defaults();
  private byte[] stdin = {};

  private PythonRun(String... arguments) {
    this.arguments = List.of(arguments);
  }

  static PythonRun of(String... arguments) {
    return new PythonRun(arguments);
  }

  PythonRun directory(Path host, String guest, DirectoryGrant.Mode mode) {
    directories.add(new DirectoryGrant(host, guest, mode));
    return this;
  }

  PythonRun variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  PythonRun stdin(byte[] bytes) {
    stdin = bytes;
    return this;
  }

  PythonRun limits(Limits value) {
    limits = value;
    return this;
  }

  InvocationResult result() {
    Command python = new CommandRegistry(BUILT_INS.all()).find("python3").orElseThrow();
    Invocation invocation =
        Invocation.of("python3")
            .arguments(arguments)
            .directories(directories)
            .environment(environment)
            .stdin(stdin)
            .limits(limits)
            .build();
    CompletableFuture<InvocationResult> result = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            result.complete(RUNNER.run(python, invocation));
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        };
    new Thread(null, work, "python", STACK_BYTES).start();
    return result.join();
  }

  /** What it prints; the call must succeed. */
  String prints() {
    InvocationResult result = result();
    if (!result.outcome().isSuccess()) {
      throw new AssertionError(result.outcome() + ": " + result.stderr().utf8());
    }
    return result.stdout().utf8();
  }
}
