package dev.escarole.engine.wasm;

import com.sun.management.OperatingSystemMXBean;
import dev.escarole.engine.broker.CommandRunner.GuestCalls;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;

/**
 * Measures fresh instances of a frozen program with 12 MiB of memory, in milliseconds per call: the
 * first 1,000 in this JVM, and then the least disturbed of many rounds, with one thread and with
 * two. Run it by hand.
 */
final class FrozenCost {

  private static final int CALLS = 1_000;
  private static final int ROUNDS = 10;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private FrozenCost() {}

  public static void main(String[] arguments) throws Exception {
    Guests guests = new Guests();
    Invocation plain = Invocation.of("guest").build();
    FrozenProgram frozen =
        new Freezer(RunnerOptions.defaults())
            .freeze(Guests.bytes("freeze.wasm"), FreezeRequest.of(plain).withInitializer("fills"));
    Command command = guests.command(frozen.bytes());
    System.out.printf("%d bytes, memory of %d%n", frozen.bytes().length, frozen.memoryBytes());
    try (WasmRunner runner = new WasmRunner(guests.store())) {
      long began = System.nanoTime();
      call(runner, command, plain);
      System.out.printf("first call: %d ms%n", (System.nanoTime() - began) / 1_000_000);
      for (int threads = 1; threads <= 2; threads++) {
        double least = Double.MAX_VALUE;
        double processor = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
          long before = PROCESS.getProcessCpuTime();
          least = Math.min(least, round(runner, command, plain, threads));
          processor = Math.min(processor, (PROCESS.getProcessCpuTime() - before) / 1e6 / CALLS);
        }
        System.out.printf(
            "%d thread(s): %.3f ms per call, %.3f of processor time%n", threads, least, processor);
      }
    }
  }

  private static void call(WasmRunner runner, Command command, Invocation invocation) {
    InvocationResult result = runner.run(command, invocation, GuestCalls.NONE);
    if (!result.outcome().isSuccess()) {
      throw new IllegalStateException(result.outcome().toString());
    }
  }

  private static double round(WasmRunner runner, Command command, Invocation plain, int threads)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(threads);
    long began = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      new Thread(
              () -> {
                for (int call = 0; call < CALLS / threads; call++) {
                  call(runner, command, plain);
                }
                done.countDown();
              })
          .start();
    }
    done.await();
    return (System.nanoTime() - began) / 1e6 / CALLS;
  }
}
