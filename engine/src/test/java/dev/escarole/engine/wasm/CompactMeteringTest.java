package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.wasm.Parser;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasi.CapturedOutput;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasi.GuestStop;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasi.Wasi.FileGuard;
import dev.escarole.engine.wasi.Wasi.GuestWait;
import dev.escarole.engine.wasm.metering.MeteredModule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions that are too large for a method only because they are metered. */
class CompactMeteringTest {

  private final Sandbox sandbox = new Sandbox();

  @AfterEach
  void close() {
    sandbox.close();
  }

  /** A block, a condition that is never true, and a branch, so many times. */
  private static byte[] branching(int times) {
    return Modules.start(Modules.repeated(times, 0x02, 0x40, 0x41, 0, 0x0d, 0, 0x41, 1, 0x1a, 0x0b));
  }

  private static CompiledCode compiled(byte[] program, boolean outOfLine) throws Exception {
    return GuestCompiler.compile(
        compact -> Parser.parse(MeteredModule.of(program, outOfLine ? compact : Set.of())),
        "dev.escarole.test.C" + ArtifactId.of(program).sha256(),
        ModuleScan.of(program, CompileLimits.standard()));
  }

  @ParameterizedTest
  @CsvSource({"1000, true, true", "3000, false, true", "20000, false, false"})
  void function_justTooLarge_isCompiledAllTheSame(int times, boolean fits, boolean fitsOutOfLine)
      throws Exception {
    byte[] program = branching(times);

    assertThat(compiled(program, false).interpreted().isEmpty()).isEqualTo(fits);
    assertThat(compiled(program, true).interpreted().isEmpty()).isEqualTo(fitsOutOfLine);

    InvocationResult result =
        sandbox.run(sandbox.guests().command(program), invocation -> invocation);
    assertThat(result.outcome().kind()).isEqualTo(Kind.EXITED);
    assertThat(result.fuelUsed()).isEqualTo(4L * times);
  }

  @Test
  void functions_interpreted_areNamed() {
    assertThat(GuestCode.slowness(branching(1), Set.of(7, 0)))
        .startsWith("function 0, function 7 are too large for a method of the JVM (64 KiB)");
    byte[] named = Guests.bytes("tables.wasm");
    assertThat(GuestCode.slowness(Modules.withNames(named, 3, "eval"), Set.of(3)))
        .startsWith("eval (function 3) is too large");
  }

  @ParameterizedTest
  @CsvSource({"hash,1", "sort,500", "eratosthenes,2000", "matrix,10", "fib,12", "queens,5"})
  void program_meteredOutOfLine_usesTheSameFuel(String name, String size) throws Exception {
    byte[] program = Guests.bytes("compute.wasm");
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      all.add(i);
    }
    CompiledCode compact =
        GuestCompiler.compile(
            ignored -> Parser.parse(MeteredModule.of(program, all)),
            "dev.escarole.test.Compact",
            ModuleScan.of(program, CompileLimits.standard()));

    InvocationResult usual =
        sandbox.run(sandbox.guests().command(program), each -> each, name, size);

    assertThat(fuel(compact, program, usual.fuelUsed(), name, size)).isEqualTo(usual.fuelUsed());
  }

  private static long fuel(CompiledCode code, byte[] bytes, long most, String... arguments)
      throws Exception {
    Program program = new Program(code.module(bytes), code.machines());
    FuelTank tank = program.newTank(most);
    CapturedOutput output = new CapturedOutput(1000);
    List<String> all = new ArrayList<>(List.of("compute"));
    all.addAll(List.of(arguments));
    Wasi.Setup setup =
        new Wasi.Setup(
            all,
            List.of(),
            new Wasi.Streams(List.of(), null, 0, output, output),
            List.of(),
            null,
            FileGuard.OPEN,
            GuestWait.ALONE);
    FlatMemory memory = program.newMemory(new byte[program.initialPages() << 16], 4_096);
    try (Wasi wasi = new Wasi(memory, setup, FileQuota.defaults(), Clocks.system())) {
      memory.attach(wasi);
      program.run(memory, tank);
    } catch (GuestStop stop) {
      assertThat(stop.exitCode()).isZero();
    }
    return tank.used();
  }
}
