package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import java.util.concurrent.CountDownLatch;

/**
 * Measures what a warm call costs, in microseconds per call: the least disturbed of many rounds,
 * with one thread and with two. Run it by hand; the first argument, if any, names a command.
 */
final class WarmCost {

  private static final int ROUNDS = 30;
  private static final int CALLS = 4_000;

  private WarmCost() {}

  public static void main(String[] arguments) throws InterruptedException {
    String name = arguments.length > 0 ? arguments[0] : "probe";
    Guests guests = new Guests();
    Command command;
    ArtifactStore store;
    Invocation invocation;
    if (name.equals("probe")) {
      command = guests.command("probe.wasm");
      store = guests.store();
      invocation = Invocation.of("probe").arguments("upper").stdin("hello, world").build();
    } else {
      BuiltInCommands builtIns = BuiltInCommands.load();
      command = new CommandRegistry(builtIns.all()).find(name).orElseThrow();
      store = builtIns;
      invocation = Invocation.of(name).arguments("hi").stdin("hello, world").build();
    }
    try (WasmRunner runner = new WasmRunner(store)) {
      System.out.println(name + ": " + runner.run(command, invocation).outcome());
      for (int threads = 1; threads <= 2; threads++) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
          best = Math.min(best, round(runner, command, invocation, threads));
        }
        System.out.printf("%d thread(s): %.1f us per call%n", threads, best);
      }
    }
  }

  private static double round(
      WasmRunner runner, Command command, Invocation invocation, int threads)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(threads);
    long began = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      new Thread(
              () -> {
                for (int call = 0; call < CALLS; call++) {
                  if (!runner.run(command, invocation).outcome().isSuccess()) {
                    throw new IllegalStateException("failed");
                  }
                }
                done.countDown();
              })
          .start();
    }
    done.await();
    return (System.nanoTime() - began) / 1e3 / CALLS / threads;
  }
}
