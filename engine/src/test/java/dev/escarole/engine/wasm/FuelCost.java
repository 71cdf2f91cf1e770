package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.wasi.CapturedOutput;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasi.GuestStop;
import dev.escarole.engine.wasi.Wasi;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Measures what accounting costs: milliseconds for guests that only compute, with and without, the
 * least disturbed of several rounds. Run it by hand.
 */
final class FuelCost {

  private static final int ROUNDS = 5;
  private static final long FUEL = 1L << 50;

  private static final List<List<String>> GUESTS =
      List.of(
          List.of("hash", "16"),
          List.of("sort", "200000"),
          List.of("eratosthenes", "10000000"),
          List.of("matrix", "400"),
          List.of("fib", "38"),
          List.of("queens", "13"));

  private FuelCost() {}

  public static void main(String[] arguments) throws NotAProgramException {
    byte[] bytes = Guests.bytes("compute.wasm");
    Program plain = program(bytes);
    WasmModule rewritten = Parser.parse(MeteredModule.of(bytes));
    String name = FuelCost.class.getPackageName() + ".Metered";
    Program metered =
        GuestCompiler.compile(rewritten, name, InterpreterFallback.FAIL).program(bytes);
    double[] ratios = new double[GUESTS.size()];
    System.out.printf("%-14s %8s %8s %6s %18s%n", "guest", "without", "with", "ratio", "fuel");
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = compare(GUESTS.get(i), plain, metered);
    }
    Arrays.sort(ratios);
    System.out.printf("median ratio %.2f%n", (ratios[2] + ratios[3]) / 2);
  }

  private static Program program(byte[] bytes) throws NotAProgramException {
    WasmModule module = Parser.parse(bytes);
    return new Program(
        module,
        MachineFactoryCompiler.builder(module)
            .withInterpreterFallback(InterpreterFallback.FAIL)
            .compile());
  }

  private static double compare(List<String> guest, Program plain, Program metered) {
    double without = Double.MAX_VALUE;
    double with = Double.MAX_VALUE;
    FuelTank tank = metered.newTank(FUEL);
    for (int round = 0; round < ROUNDS; round++) {
      // A plain module may have a last global of its own, which must keep its value.
      without = Math.min(without, millis(guest, plain, new FuelTank(FUEL, Integer.MAX_VALUE)));
      tank = metered.newTank(FUEL);
      with = Math.min(with, millis(guest, metered, tank));
    }
    System.out.printf(
        "%-14s %8.0f %8.0f %6.2f %,18d%n",
        String.join(" ", guest), without, with, with / without, tank.used());
    return with / without;
  }

  private static double millis(List<String> guest, Program program, FuelTank tank) {
    List<String> arguments = List.of("compute", guest.get(0), guest.get(1));
    CapturedOutput output = new CapturedOutput(100);
    Wasi.Setup setup = new Wasi.Setup(arguments, List.of(), new byte[0], output, output, List.of());
    FlatMemory memory = program.newMemory(program.maximumPages(4_096));
    long began = cpuNanos();
    try (Wasi wasi = new Wasi(memory, setup, FileQuota.defaults(), Clocks.system())) {
      memory.attach(wasi);
      program.run(memory, tank);
    } catch (GuestStop stop) {
      if (stop.exitCode() != 0) {
        throw stop;
      }
    }
    return (cpuNanos() - began) / 1e6;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
