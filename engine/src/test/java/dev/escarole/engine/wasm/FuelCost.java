package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.wasi.CapturedOutput;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasi.GuestStop;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasi.Wasi.FileGuard;
import dev.escarole.engine.wasi.Wasi.GuestWait;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Measures what accounting costs: milliseconds of processor time for guests that only compute, the
 * least of several rounds: as Chicory compiles them; without its questions for interrupts, so that
 * nothing can stop them; and as they run here, with fuel. Run it by hand.
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
    List<Program> programs = List.of(stock(bytes), unstoppable(bytes), metered(bytes));
    double[] toStock = new double[GUESTS.size()];
    double[] toUnstoppable = new double[GUESTS.size()];
    System.out.printf(
        "%-22s %7s %11s %8s %18s%n", "guest", "stock", "unstoppable", "fuel", "units");
    for (int i = 0; i < GUESTS.size(); i++) {
      double[] millis = compare(GUESTS.get(i), programs);
      toStock[i] = millis[2] / millis[0];
      toUnstoppable[i] = millis[2] / millis[1];
    }
    System.out.printf(
        "median ratio to stock %.2f, to unstoppable %.2f%n",
        median(toStock), median(toUnstoppable));
  }

  private static Program stock(byte[] bytes) throws NotAProgramException {
    WasmModule module = Parser.parse(bytes);
    return new Program(
        module,
        MachineFactoryCompiler.builder(module)
            .withInterpreterFallback(InterpreterFallback.FAIL)
            .compile());
  }

  private static Program unstoppable(byte[] bytes) throws NotAProgramException {
    WasmModule module = Parser.parse(bytes);
    CompiledCode code = GuestCompiler.compile(compact -> module, "Unstoppable", facts(bytes));
    return new Program(module, code.machines());
  }

  private static Program metered(byte[] bytes) throws NotAProgramException {
    CompiledCode code =
        GuestCompiler.compile(
            compact -> Parser.parse(MeteredModule.of(bytes, compact)), "Metered", facts(bytes));
    return new Program(code.module(bytes), code.machines());
  }

  private static ModuleFacts facts(byte[] bytes) throws NotAProgramException {
    return ModuleScan.of(bytes, CompileLimits.standard());
  }

  private static double median(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
  }

  private static double[] compare(List<String> guest, List<Program> programs) {
    double[] millis = new double[programs.size()];
    Arrays.fill(millis, Double.MAX_VALUE);
    FuelTank tank = programs.get(2).newTank(FUEL);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < millis.length; i++) {
        // A module without fuel may have last globals of its own, which must keep their values.
        tank = i == 2 ? programs.get(i).newTank(FUEL) : new FuelTank(FUEL, Integer.MAX_VALUE);
        millis[i] = Math.min(millis[i], millis(guest, programs.get(i), tank));
      }
    }
    System.out.printf(
        "%-22s %7.0f %11.0f %8.0f %,18d%n",
        String.join(" ", guest), millis[0], millis[1], millis[2], tank.used());
    return millis;
  }

  private static double millis(List<String> guest, Program program, FuelTank tank) {
    List<String> arguments = List.of("compute", guest.get(0), guest.get(1));
    CapturedOutput output = new CapturedOutput(100);
    Wasi.Setup setup =
        new Wasi.Setup(
            arguments,
            List.of(),
            new Wasi.Streams(List.of(), null, 0, output, output),
            List.of(),
            null,
            FileGuard.OPEN,
            GuestWait.ALONE);
    FlatMemory memory =
        program.newMemory(new byte[program.initialPages() * Memory.PAGE_SIZE], 4_096);
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
