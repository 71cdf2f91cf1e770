package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

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
      Outcome outcome = runner.run(command, invocation).outcome();
      System.out.println(name + ": " + outcome);
      if (!outcome.isSuccess()) {
        return;
      }
      for (int warmUp = 0; warmUp < 10; warmUp++) {
        round(runner, command, invocation, 1);
      }
      for (int threads = 1; threads <= 2; threads++) {
        double wall = Double.MAX_VALUE;
        double cpu = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
          Cost cost = round(runner, command, invocation, threads);
          wall = Math.min(wall, cost.wall());
          cpu = Math.min(cpu, cost.cpu());
        }
        System.out.printf("%d thread(s): %.1f us per call, %.1f of cpu%n", threads, wall, cpu);
      }
    }
  }

  private record Cost(double wall, double cpu) {}

  private static Cost round(WasmRunner runner, Command command, Invocation invocation, int threads)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(threads);
    AtomicLong cpuNanos = new AtomicLong();
    long began = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      new Thread(
              () -> {
                for (int call = 0; call < CALLS; call++) {
                  if (!runner.run(command, invocation).outcome().isSuccess()) {
                    throw new IllegalStateException("failed");
                  }
                }
                cpuNanos.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
                done.countDown();
              })
          .start();
    }
    done.await();
    double calls = 1e3 * CALLS * threads;
    return new Cost((System.nanoTime() - began) / calls, cpuNanos.get() / calls);
  }
}
