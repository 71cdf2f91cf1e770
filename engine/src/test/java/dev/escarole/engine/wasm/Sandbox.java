package dev.escarole.engine.wasm;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Runs the probe, and other guests, with limits that only a guest which hangs comes to and a
 * workspace if a test has one.
 */
final class Sandbox implements AutoCloseable {

  static final Limits LIMITS = Limits.defaults().withWallClock(Duration.ofMinutes(10));

  private final Guests guests = new Guests();
  private final Command probe = guests.command("probe.wasm");
  private final WasmRunner runner;
  private final List<DirectoryGrant> directories = new ArrayList<>();

  Sandbox() {
    this(FileQuota.defaults(), Clocks.system());
  }

  Sandbox(FileQuota quota, Clocks clocks) {
    this.runner = new WasmRunner(guests.store(), RunnerSetups.with(quota, clocks));
  }

  Sandbox grant(Path host, String guest, Mode mode) {
    directories.add(new DirectoryGrant(host, guest, mode));
    return this;
  }

  Guests guests() {
    return guests;
  }

  WasmRunner runner() {
    return runner;
  }

  InvocationResult probe(String... arguments) {
    return probe(invocation -> invocation, arguments);
  }

  InvocationResult probe(UnaryOperator<Invocation.Builder> more, String... arguments) {
    return run(probe, more, arguments);
  }

  InvocationResult run(
      Command command, UnaryOperator<Invocation.Builder> more, String... arguments) {
    Invocation.Builder invocation =
        Invocation.of(command.name())
            .arguments(arguments)
            .limits(LIMITS)
            .directories(List.copyOf(directories));
    return runner.run(command, more.apply(invocation).build());
  }

  InvocationResult run(byte[] module) {
    return run(guests.command(module), invocation -> invocation);
  }

  @Override
  public void close() {
    runner.close();
  }
}
