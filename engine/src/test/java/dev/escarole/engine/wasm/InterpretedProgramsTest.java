package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.Machine;
import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasm.GuestCode.LoadedCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that are not built in, without compiling them. */
class InterpretedProgramsTest {

  private final Guests guests = new Guests();

  @TempDir Path directory;

  private RunnerOptions interpreted() {
    CompiledFiles cache = new CompiledFiles(directory.resolve("cache"), 1 << 30, warning -> {});
    return RunnerSetups.with(cache).withCode(ProgramCode.INTERPRETED);
  }

  private InvocationResult run(
      RunnerOptions options, Command command, Limits limits, String... arguments) {
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      return runner.run(
          command, Invocation.of("guest").arguments(arguments).limits(limits).build());
    }
  }

  @ParameterizedTest
  @CsvSource({"hash,1", "sort,500", "eratosthenes,2000", "matrix,10", "fib,12", "queens,5"})
  void program_interpreted_usesTheSameFuel(String program, String size) {
    Command compute = guests.command("compute.wasm");

    InvocationResult compiled =
        run(RunnerOptions.defaults(), compute, Sandbox.LIMITS, program, size);
    InvocationResult slow = run(interpreted(), compute, Sandbox.LIMITS, program, size);

    assertThat(slow.outcome()).isEqualTo(compiled.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(slow.stdout().bytes()).isEqualTo(compiled.stdout().bytes());
    assertThat(slow.fuelUsed()).isEqualTo(compiled.fuelUsed());
    Limits tooLittle = Sandbox.LIMITS.withFuel(compiled.fuelUsed() - 1);
    InvocationResult stopped = run(interpreted(), compute, tooLittle, program, size);
    assertThat(stopped.outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
    assertThat(stopped.fuelUsed())
        .isEqualTo(run(RunnerOptions.defaults(), compute, tooLittle, program, size).fuelUsed());
  }

  @Test
  void program_interpreted_hasNoClassOfItsOwn() throws Exception {
    byte[] bytes = Guests.bytes("compute.wasm");
    RunnerOptions options = interpreted();

    LoadedCode code = new GuestCode(options).of(ArtifactId.of(bytes), bytes, Program::check);

    Machine machine =
        new InstanceFactory(code.module(), WasiImports.of(code.module()), code.machines())
            .create(
                new FlatMemory(null, 2, 16),
                new FuelTank(1_000_000, code.module().globalSection().globalCount()))
            .getMachine();
    assertThat(machine).isExactlyInstanceOf(GuestInterpreter.class);
    assertThat(run(options, guests.command(bytes), Sandbox.LIMITS, "fib", "5").outcome())
        .isEqualTo(Outcome.exited(0));
    assertThat(directory.resolve("cache")).doesNotExist();
  }

  @Test
  void program_thatMayBeCompiledAgain_isAskedForAtEachCall() {
    AtomicReference<ProgramCode> code = new AtomicReference<>(ProgramCode.INTERPRETED);
    Command compute = guests.command("compute.wasm");
    Invocation call = Invocation.of("guest").arguments("fib", "5").limits(Sandbox.LIMITS).build();
    try (WasmRunner runner = new WasmRunner(guests.store(), interpreted().withCode(code::get))) {
      long fuel = runner.run(compute, call).fuelUsed();
      assertThat(directory.resolve("cache")).doesNotExist();

      code.set(ProgramCode.COMPILED);
      assertThat(runner.run(compute, call).fuelUsed()).isEqualTo(fuel);
      assertThat(directory.resolve("cache")).isNotEmptyDirectory();

      code.set(ProgramCode.INTERPRETED);
      assertThat(runner.run(guests.command("probe.wasm"), call).outcome().kind())
          .isEqualTo(Kind.EXITED);
      assertThat(directory.resolve("cache").toFile().list()).hasSize(1);
    }
  }

  @Test
  void endlessLoop_interpreted_isStoppedByTheClock() {
    Limits brief = Sandbox.LIMITS.withFuel(1L << 50).withWallClock(Duration.ofMillis(300));

    InvocationResult result =
        run(interpreted(), guests.command("compute.wasm"), brief, "loop", "0");

    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
  }

  @Test
  void program_frozenWithoutCompiling_isTheSame() throws Exception {
    FreezeRequest request = FreezeRequest.of(Invocation.of("guest").build());
    byte[] guest = Guests.bytes("freeze.wasm");

    FrozenProgram slow = new Freezer(interpreted()).freeze(guest, request);

    FrozenProgram fast = new Freezer(RunnerOptions.defaults()).freeze(guest, request);
    assertThat(slow.bytes()).isEqualTo(fast.bytes());
    assertThat(slow.fuelUsed()).isEqualTo(fast.fuelUsed());
  }

  @Test
  void builtIns_areCompiledAllTheSame() {
    BuiltInCommands builtIns = BuiltInCommands.load();
    Command sort = new CommandRegistry(builtIns.all()).find("sort").orElseThrow();
    try (WasmRunner runner = new WasmRunner(builtIns, interpreted())) {
      InvocationResult result = runner.run(sort, Invocation.of("sort").stdin("b\na\n").build());
      assertThat(result.stdout().utf8()).isEqualTo("a\nb\n");
    }
    assertThat(PrebuiltClasses.isThere(sort.artifact())).isTrue();
  }
}
